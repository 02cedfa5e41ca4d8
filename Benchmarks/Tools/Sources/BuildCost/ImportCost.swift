import Figures
import Foundation

/// The cost of importing github.yaml and generating from its specs with a release build: the lowest of several runs.
struct ImportCost {
    let settings: Settings

    private static let runs = 5

    private struct Ours {
        var importing: [Double] = []
        var generating: [Double] = []
        var nothing: [Double] = []
        var again: [Double] = []

        /// Of both in one run.
        var both: [Double] { zip(importing, generating).map(+) }
    }

    func measure(_ recorder: inout Recorder) throws {
        guard let document = try settings.document(.github) else {
            return try recorder.leaveOutDocuments("Importing and generating")
        }
        try recorder.add(try document.data(settings))
        let ours = try measureOurs(document)

        func add(_ subject: String, _ seconds: [Double], peer: Figure.Peer? = nil, atLeast ratio: Double? = nil) throws
        {
            try recorder.add(
                Figure(
                    .importing,
                    subject,
                    .seconds,
                    ours: seconds.min()!,
                    peer: peer,
                    target: ratio.map { .ratio(atLeast: $0) }
                )
            )
        }
        let subject = "import and generate github"
        if let clones = settings.peer {
            let tool = try OpenAPIGeneratorTool(clones: clones, settings)
            try recorder.add(version: tool.version, of: Side.peerName)
            let sources = settings.scratch.appendingPathComponent("sog-sources-github")
            let theirs = try least { try tool.generating(document, into: sources).measure() }
            try add(subject, ours.both, peer: .init(Side.peerName, theirs), atLeast: 50)
        } else {
            try recorder.leaveOutPeer("Generating by the peer")
        }
        if let clone = settings.createAPI {
            let tool = try CreateAPITool(clone: clone, settings)
            try recorder.add(version: tool.version, of: "CreateAPI")
            let theirs = try least { try tool.generating(document).measure() }
            try add(subject, ours.both, peer: .init("CreateAPI", theirs), atLeast: 8)
        } else {
            try recorder.leaveOut("Generating by CreateAPI: give `CREATE_API=folder`, a clone of it.")
        }
        try add("… import", ours.importing)
        try add("… generate", ours.generating)
        try add("… generate with nothing to do", ours.nothing)
        try add("… import again", ours.again)
    }

    private func measureOurs(_ document: Document) throws -> Ours {
        let tool = try NetTaskTool(settings)
        let specs = settings.scratch.appendingPathComponent("specs-github")
        let sources = settings.scratch.appendingPathComponent("sources-github")
        var ours = Ours()
        for _ in 1...Self.runs {
            let importing = try tool.importing(document, into: specs)
            ours.importing.append(try importing.measure().cpuSeconds)
            let generating = try tool.generating(from: specs, into: sources)
            ours.generating.append(try generating.measure().cpuSeconds)
            ours.nothing.append(try generating.measure().cpuSeconds)
            ours.again.append(try importing.measure().cpuSeconds)
        }
        return ours
    }

    private func least(_ run: () throws -> Usage) throws -> Double {
        try (1...Self.runs).map { _ in try run().cpuSeconds }.min()!
    }
}
