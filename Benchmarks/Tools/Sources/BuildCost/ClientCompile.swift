import Figures
import Foundation

/// The cost of compiling a client for debugging: its own module, with the runtime built before.
struct ClientCompile {
    let settings: Settings

    func measure(_ recorder: inout Recorder) throws {
        let tool = try NetTaskTool(settings)
        let client = try ClientPackage(of: .netTask(settings), settings)
        let compiler = ClientCompiler(built: try client.builtRuntime(), settings: settings)

        try measureMadeUp(tool, compiler, &recorder)
        guard let openai = try settings.document(.openai), let github = try settings.document(.github) else {
            return try recorder.leaveOutDocuments("Compiling the clients of documents")
        }
        try recorder.add(try openai.data(settings))
        try recorder.add(try github.data(settings))
        let peer = try measurePeer(openai, &recorder)
        try add(openai, try compile(openai, tool, compiler), peer: peer, &recorder)
        // The peer's client for this document needs over ten minutes and seven gigabytes, so it is never built.
        try add(github, try compile(github, tool, compiler), peer: nil, &recorder)
    }

    private func measureMadeUp(_ tool: NetTaskTool, _ compiler: ClientCompiler, _ recorder: inout Recorder) throws {
        let endpoints = 800
        let (specs, sources) = folders("made-up")
        try FileManager.default.createDirectory(at: specs, withIntermediateDirectories: true)
        try Data(MadeUpSpec.text(endpoints: endpoints).utf8)
            .write(to: specs.appendingPathComponent("large.nettask.yaml"))
        try tool.generating(from: specs, into: sources).run()
        let usage = try compiler.compile(sources, module: "Large", log: "made-up")
        try recorder.add(
            Figure(
                .building,
                "compile \(endpoints) made-up endpoints, each",
                .seconds,
                ours: usage.cpuSeconds / Double(endpoints),
                target: .figure(atMost: 0.06)
            )
        )
    }

    /// Joins the imported specs, and spreads the result over files.
    private func compile(_ document: Document, _ tool: NetTaskTool, _ compiler: ClientCompiler) throws -> Usage {
        let (specs, sources) = folders(document.name)
        try tool.importing(document, into: specs).run()
        let spec = try OneSpec.text(ofSpecsIn: specs)
        let file = settings.scratch.appendingPathComponent("\(document.name).nettask.yaml")
        try Data(spec.utf8).write(to: file)
        // As NetTaskPlugin spreads it: a file for each 16 KB, in steps of two.
        var partCount = 1
        while spec.utf8.count > partCount * 16_384 { partCount *= 2 }
        try tool.generating(from: file, into: sources, partCount: partCount).run()
        return try compiler.compile(sources, module: "API", log: "nettask-\(document.name)")
    }

    /// nil without a peer.
    private func measurePeer(_ document: Document, _ recorder: inout Recorder) throws -> Usage? {
        guard let clones = settings.peer else {
            try recorder.leaveOutPeer("Compiling the peer's client")
            return nil
        }
        let tool = try OpenAPIGeneratorTool(clones: clones, settings)
        try recorder.add(version: tool.version, of: Side.peerName)
        let client = try ClientPackage(of: .openAPIGenerator(clones), settings)
        let compiler = ClientCompiler(built: try client.builtRuntime(), settings: settings)
        let sources = settings.scratch.appendingPathComponent("sog-sources-\(document.name)")
        try tool.generating(document, into: sources).run()
        return try compiler.compile(sources, module: "API", log: "sog-\(document.name)")
    }

    private func add(_ document: Document, _ usage: Usage, peer: Usage?, _ recorder: inout Recorder) throws {
        let name = Side.peerName
        try recorder.add(
            Figure(
                .building,
                "compile the client of \(document.name)",
                .seconds,
                ours: usage.cpuSeconds,
                peer: peer.map { .init(name, $0.cpuSeconds) },
                target: document.known == .openai ? .ratio(atLeast: 5) : nil
            )
        )
        let operations = Double(document.operations)
        try recorder.add(
            Figure(
                .building,
                "… an endpoint",
                .seconds,
                ours: usage.cpuSeconds / operations,
                peer: peer.map { .init(name, $0.cpuSeconds / operations) },
                target: document.known == .github ? .figure(atMost: 0.1) : nil
            )
        )
        try recorder.add(
            Figure(
                .building,
                "… peak memory of the compiler",
                .bytes,
                ours: usage.peakBytes,
                peer: peer.map { .init(name, $0.peakBytes) },
                target: document.known == .openai ? .ratio(atLeast: 4) : nil
            )
        )
    }

    private func folders(_ name: String) -> (specs: URL, sources: URL) {
        (
            settings.scratch.appendingPathComponent("specs-\(name)"),
            settings.scratch.appendingPathComponent("sources-\(name)")
        )
    }
}
