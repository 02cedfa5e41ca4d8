import Figures
import Foundation

/// The cost of building again for debugging with the plugin, after an edit of one endpoint of openai.yaml. For NetTask, it is
/// an edit of the imported specs, once as the files of the import and once as a single file.
struct Rebuild {
    let settings: Settings

    private static let operation = "listFiles"
    private static let endpoint = "ListFiles"

    /// CPU seconds of a package's builds; nil if there was nothing to build.
    private typealias Costs = [Edit?: Double]

    func measure(_ recorder: inout Recorder) throws {
        guard let document = try settings.document(.openai) else {
            return try recorder.leaveOutDocuments("Rebuilds")
        }
        try recorder.add(try document.data(settings))
        let (several, single) = try measureOurs(document)
        var peer: Costs = [:]
        if let clones = settings.peer {
            try recorder.add(version: OpenAPIGeneratorTool(clones: clones, settings).version, of: Side.peerName)
            peer = try measurePeer(document, clones)
        } else {
            try recorder.leaveOutPeer("The peer's rebuilds")
        }
        for edit in [nil] + Edit.allCases.map(Optional.some) {
            for (costs, subject) in [(several, edit.subject), (single, "… the API being one spec file")] {
                guard let ours = costs[edit] else { continue }
                try recorder.add(
                    Figure(
                        .building,
                        subject,
                        .seconds,
                        ours: ours,
                        peer: peer[edit].map { .init(Side.peerName, $0) },
                        target: edit.target
                    )
                )
            }
        }
    }

    private func measureOurs(_ document: Document) throws -> (several: Costs, single: Costs) {
        let (several, single) = ("Several", "Single")
        let package = ScratchPackage("rebuild", of: .netTask(settings), settings)
        try package.write([.init(name: several, hasPlugin: true), .init(name: single, hasPlugin: true)])
        for app in [several, single] {
            try package.write(package.side.emptyApp, to: "Sources/\(app)/main.swift")
        }
        let specs = package.folder.appendingPathComponent("Sources/\(several)/Specs")
        try NetTaskTool(settings).importing(document, into: specs).run()
        let files = try OneSpec.files(in: specs)
        let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        guard let edited = texts.firstIndex(where: { $0.contains("\n  \(Self.endpoint):\n") }) else {
            throw Edit.NoPlace(what: "endpoint \(Self.endpoint)")
        }
        try package.write(OneSpec.text(of: texts), to: "Sources/\(single)/api.nettask.yaml")

        func costs(_ app: String, _ path: String) throws -> Costs {
            try measure(package, app: app, file: package.folder.appendingPathComponent(path)) { edit, text in
                try edit.applied(toSpec: text, endpoint: Self.endpoint)
            }
        }
        return (
            try costs(several, "Sources/\(several)/Specs/\(files[edited].lastPathComponent)"),
            try costs(single, "Sources/\(single)/api.nettask.yaml")
        )
    }

    private func measurePeer(_ document: Document, _ clones: URL) throws -> Costs {
        let app = "App"
        let package = ScratchPackage("rebuild", of: .openAPIGenerator(clones), settings)
        try package.write([.init(name: app, hasPlugin: true)])
        try package.write(package.side.emptyApp, to: "Sources/\(app)/main.swift")
        try package.write(document.text, to: "Sources/\(app)/openapi.yaml")
        try package.write(OpenAPIGeneratorTool.configuration, to: "Sources/\(app)/openapi-generator-config.yaml")
        let file = package.folder.appendingPathComponent("Sources/\(app)/openapi.yaml")
        return try measure(package, app: app, file: file) { edit, text in
            try edit.applied(toDocument: text, operation: Self.operation)
        }
    }

    private func measure(
        _ package: ScratchPackage,
        app: String,
        file: URL,
        applying: (Edit, String) throws -> String
    ) throws -> Costs {
        // The second build completes the first one.
        for _ in 1...2 { try package.build("--product", app, log: app).run() }
        var costs: Costs = [nil: try package.build("--product", app, log: "\(app)-nothing").measure().cpuSeconds]
        for edit in Edit.allCases {
            let text = try applying(edit, String(contentsOf: file, encoding: .utf8))
            try Data(text.utf8).write(to: file)
            costs[edit] = try package.build("--product", app, log: "\(app)-\(edit)").measure().cpuSeconds
        }
        return costs
    }
}

extension Edit? {
    fileprivate var subject: String {
        switch self {
        case nil: "build openai with nothing to do"
        case .description: "rebuild after an edit to a description"
        case .param: "rebuild after an added query param"
        }
    }

    fileprivate var target: Figure.Target? {
        switch self {
        case nil: nil
        case .description: .ratio(atLeast: 20)
        case .param: .ratio(atLeast: 10)
        }
    }
}
