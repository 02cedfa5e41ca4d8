import Figures
import Foundation

/// The cost of building a new package with the plugin and the petstore: the tool, the runtime, the client and the app.
/// The dependencies were fetched before.
struct ColdBuild {
    let settings: Settings

    private static let app = "App"

    func measure(_ recorder: inout Recorder) throws {
        try measureSmallApps(&recorder)
        guard let document = try settings.document(.petstore) else {
            return try recorder.leaveOutDocuments("The cold build")
        }
        try recorder.add(try document.data(settings))

        // The petstore has `oauth2`.
        let ours = ScratchPackage("cold", of: .netTask(settings).using("NetTaskOAuth"), settings)
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
        let side = Side.netTask(settings, prebuilt: prebuilt).using("NetTaskOAuth")
        let withTool = ScratchPackage("cold", of: side, settings)
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

    /// An app with one endpoint, with the tool from source and with the prebuilt tool.
    private func measureSmallApps(_ recorder: inout Recorder) throws {
        let source = ScratchPackage("cold-small", of: .netTask(settings), settings)
        try measureSmallApp(source, "from source", debug: 25, &recorder)
        guard let prebuilt = settings.prebuilt else {
            return try recorder.leaveOut("The cold builds with the prebuilt tool: run `make artifactbundle` before.")
        }
        let withTool = ScratchPackage("cold-small-prebuilt", of: .netTask(settings, prebuilt: prebuilt), settings)
        try measureSmallApp(withTool, "with the prebuilt tool", debug: 18, release: 45, &recorder)
    }

    /// - Parameters:
    ///   - debug: The target of the debug build, in seconds.
    ///   - release: That of the release build; nil if its figure is for information only.
    private func measureSmallApp(
        _ package: ScratchPackage,
        _ words: String,
        debug: Double,
        release: Double? = nil,
        _ recorder: inout Recorder
    ) throws {
        try package.write(
            "nettask: 1\nclient: Posts\nendpoints: {GetPost: {uri: \"posts/{id}\", params: {id: Int}}}\n",
            to: "Sources/\(Self.app)/posts.nettask.yaml"
        )
        let builds: [(configuration: String, most: Double?)] = [("debug", debug), ("release", release)]
        for (configuration, most) in builds {
            try recorder.add(
                Figure(
                    .building,
                    "cold \(configuration) build \(words), one endpoint",
                    .seconds,
                    ours: try build(package, configuration).cpuSeconds,
                    target: most.map { .figure(atMost: $0) }
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
