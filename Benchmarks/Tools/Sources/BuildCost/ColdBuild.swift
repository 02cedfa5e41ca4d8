import Figures
import Foundation

/// The cost of building a new package with the plugin and the petstore: the tool, the runtime, the client and the app.
/// The dependencies were fetched before.
struct ColdBuild {
    let settings: Settings

    private static let app = "App"

    func measure(_ recorder: inout Recorder) throws {
        guard let document = try settings.document(.petstore) else {
            return try recorder.leaveOutDocuments("The cold build")
        }
        try recorder.add(try document.data(settings))

        let ours = ScratchPackage("cold", of: .netTask(settings), settings)
        let specs = ours.folder.appendingPathComponent("Sources/\(Self.app)/Specs")
        try NetTaskTool(settings).importing(document, into: specs).run()
        let usage = try build(ours, bundle: nil)

        var peer: Figure.Peer?
        if let clones = settings.peer {
            try recorder.add(
                version: OpenAPIGeneratorTool(clones: clones, settings).version,
                of: Side.peerName
            )
            let theirs = ScratchPackage("cold", of: .openAPIGenerator(clones), settings)
            try theirs.write(document.text, to: "Sources/\(Self.app)/openapi.yaml")
            try theirs.write(
                OpenAPIGeneratorTool.configuration,
                to: "Sources/\(Self.app)/openapi-generator-config.yaml"
            )
            peer = .init(theirs.side.name, try build(theirs, bundle: nil).cpuSeconds)
        } else {
            try recorder.leaveOutPeer("The peer's cold build")
        }
        try recorder.add(
            Figure(
                .building,
                "cold build with the plugin, petstore",
                .seconds,
                ours: usage.cpuSeconds,
                peer: peer,
                target: .ratio(atLeast: 5)
            )
        )
        if let bundle = settings.bundle {
            try recorder.add(
                Figure(
                    .building,
                    "… with the prebuilt tool",
                    .seconds,
                    ours: try build(ours, bundle: bundle).cpuSeconds,
                    peer: peer,
                    target: .ratio(atLeast: 5)
                )
            )
        } else {
            try recorder.leaveOut(
                "The cold build with the prebuilt tool: give `\(Settings.bundleVariable)=` the artifact bundle."
            )
        }
    }

    private func build(_ package: ScratchPackage, bundle: String?) throws -> Usage {
        try package.write([.init(name: Self.app, hasPlugin: true)])
        try package.write(package.side.emptyApp, to: "Sources/\(Self.app)/main.swift")
        let environment: [String: String?] = bundle.map { [Settings.bundleVariable: $0] } ?? [:]
        try package.resolve(environment)
        try package.removeBuilt()
        var command = package.build(log: "build")
        command.environment.merge(environment) { _, new in new }
        return try command.measure()
    }
}
