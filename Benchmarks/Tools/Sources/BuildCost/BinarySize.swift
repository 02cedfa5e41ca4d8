import Figures
import Foundation

/// The size that a client adds to an app: a stripped release build, less that of an app with only the runtime.
struct BinarySize {
    let settings: Settings

    func measure(_ recorder: inout Recorder) throws {
        guard let github = try settings.document(.github), let openai = try settings.document(.openai) else {
            return try recorder.leaveOutDocuments("The size of apps")
        }
        try recorder.add(try github.data(settings))
        let tool = try NetTaskTool(settings)
        let specs = settings.scratch.appendingPathComponent("specs-github")
        let client = try ClientPackage(of: .netTask(settings), settings)
        try tool.importing(github, into: specs).run()
        try tool.generating(from: specs, into: client.sources).run()
        let ours = try added(by: client)

        var peer: Figure.Peer?
        if let clones = settings.peer {
            try recorder.add(try openai.data(settings))
            let tool = try OpenAPIGeneratorTool(clones: clones, settings)
            try recorder.add(version: tool.version, of: Side.peerName)
            let client = try ClientPackage(of: .openAPIGenerator(clones), settings)
            try tool.generating(openai, into: client.sources).run()
            peer = .init(Side.peerName + ", openai", try added(by: client) / Double(openai.operations))
        } else {
            try recorder.leaveOutPeer("The size of the peer's app")
        }
        try recorder.add(
            Figure(
                .building,
                "binary of github's client, an endpoint",
                .bytes,
                ours: ours / Double(github.operations),
                peer: peer,
                target: .figure(atMost: 10_000)
            )
        )
    }

    /// Bytes.
    private func added(by client: ClientPackage) throws -> Double {
        try size(of: ClientPackage.app, in: client) - size(of: ClientPackage.emptyApp, in: client)
    }

    private func size(of product: String, in client: ClientPackage) throws -> Double {
        try client.package.build("--configuration", "release", "--product", product, log: product).run()
        let stripped = client.package.folder.appendingPathComponent(".build/\(product).stripped")
        let built = client.package.built("release").appendingPathComponent(product)
        try settings.command(["strip", "-o", stripped.path, built.path], log: "strip").run()
        return Double(try FileManager.default.attributesOfItem(atPath: stripped.path)[.size] as? Int ?? 0)
    }
}
