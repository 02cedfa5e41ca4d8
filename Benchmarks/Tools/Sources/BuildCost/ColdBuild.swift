import Figures
import Foundation

/// The cost of building a new package with the plugin and the petstore: the tool, the runtime, the client and the app.
/// The dependencies were fetched before.
struct ColdBuild {
    let settings: Settings

    private static let app = "App"

    func measure(_ recorder: inout Recorder) throws {
        try measureSmallApp(&recorder)
        guard let document = try settings.document(.petstore) else {
            return try recorder.leaveOutDocuments("The cold build")
        }
        try recorder.add(try document.data(settings))

        let ours = ScratchPackage("cold", of: .netTask(settings), settings)
        let specs = ours.folder.appendingPathComponent("Sources/\(Self.app)/Specs")
        try NetTaskTool(settings).importing(document, into: specs).run()
        let usage = try build(ours)

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
            peer = .init(theirs.side.name, try build(theirs).cpuSeconds)
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
        guard let prebuilt = settings.prebuilt else { return }
        let withTool = ScratchPackage("cold", of: .netTask(settings, prebuilt: prebuilt), settings)
        try recorder.add(
            Figure(
                .building,
                "… with the prebuilt tool",
                .seconds,
                ours: try build(withTool).cpuSeconds,
                peer: peer,
                target: .ratio(atLeast: 5)
            )
        )
    }

    /// An app with one endpoint and the prebuilt tool.
    private func measureSmallApp(_ recorder: inout Recorder) throws {
        guard let prebuilt = settings.prebuilt else {
            return try recorder.leaveOut("The cold builds with the prebuilt tool: run `make artifactbundle` before.")
        }
        let package = ScratchPackage("cold-small", of: .netTask(settings, prebuilt: prebuilt), settings)
        try package.write(
            "nettask: 1\nclient: Posts\nendpoints: {GetPost: {uri: \"posts/{id}\", params: {id: Int}}}\n",
            to: "Sources/\(Self.app)/posts.nettask.yaml"
        )
        for (configuration, most) in [("debug", 18.0), ("release", 45.0)] {
            try recorder.add(
                Figure(
                    .building,
                    "cold \(configuration) build with the prebuilt tool, one endpoint",
                    .seconds,
                    ours: try build(package, configuration).cpuSeconds,
                    target: .figure(atMost: most)
                )
            )
        }
    }

    private func build(_ package: ScratchPackage, _ configuration: String = "debug") throws -> Usage {
        try package.write([.init(name: Self.app, hasPlugin: true)])
        try package.write(package.side.emptyApp, to: "Sources/\(Self.app)/main.swift")
        try package.resolve()
        try package.removeBuilt()
        return try package.build("--configuration", configuration, log: "build").measure()
    }
}
