import Foundation
import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

private let documents =
    Fixtures.documents(in: "Documents")
    + Fixtures.documents(in: "Documents/files").filter {
        $0.hasSuffix("main.yaml")
    }

@Suite("Good documents")
struct GoodDocumentTests {
    @Test(
        "become the recorded specs, which have no errors",
        arguments: ["around.yaml", "library.yaml", "newer-schemas.json"]
    )
    func specs(_ name: String) throws {
        // given
        let document = "Documents/\(name)"

        // when
        let result = DocumentImporter.import(path: document, in: try Fixtures.texts(beside: document))

        // then
        #expect(Fixtures.problems(result) == [])
        try Fixtures.check(Fixtures.record(result), document)
    }

    @Test("become specs and reports with these lines", arguments: documentLines.keys.sorted())
    func lines(_ document: String) throws {
        // given
        let lines = try #require(documentLines[document]).split(separator: "\n")

        // when
        let result = DocumentImporter.import(path: document, in: try Fixtures.texts(beside: document))

        // then
        #expect(Fixtures.problems(result) == [])
        var rest = Fixtures.record(result).split(separator: "\n").map { $0.drop { $0 == " " } }[...]
        for line in lines {
            let index = try #require(rest.firstIndex(of: line), "\(line)")
            rest = rest[(index + 1)...]
        }
    }

    @Test("have each value carried over or listed", arguments: documents)
    func ledger(_ document: String) throws {
        // given
        let run = ImportRun(files: DocumentFiles(try Fixtures.texts(beside: document)))

        // when
        _ = DocumentImporter.gather(document, run, .init())

        // then
        for root in run.files.documents {
            let count = run.ledger.count(root.node)
            #expect(count.forgotten == 0)
        }
        let unreferenced = run.ledger.omissions.filter { $0.reason == .unreferenced }
        // Under `components`, schemas that are not shapes remain unused, too.
        let paths = unreferenced.map(\.path.description).filter { !$0.hasPrefix("#/components/schemas/") }
        #expect(paths.filter { !$0.contains("nused") } == [])
    }

    private static let takesEach = ProcessInfo.processInfo.environment["NETTASK_EVERY_VALUE"] != nil

    @Test("a change of a carried over value changes the specs", arguments: documents)
    func honesty(_ document: String) throws {
        // given
        let texts = try Fixtures.texts(beside: document)
        let run = ImportRun(files: DocumentFiles(texts))
        _ = DocumentImporter.gather(document, run, .init())
        let usual = Fixtures.record(DocumentImporter.import(path: document, in: texts))
        var unchanged: [String] = []

        // when
        let root = try #require(run.files.documents.first)
        let nullable = Set(values(of: "nullable", in: root.node))
        var number = 0
        Ledger.forEachLeaf(of: root.node) { leaf in
            // Every fifth, since each takes an import. With `NETTASK_EVERY_VALUE=1` in the environment it is each.
            number += 1
            guard number % 5 == 0 || Self.takesEach else { return }
            // That an optional value may be null is in its `?` already.
            if case .scalar(let scalar) = leaf.content, nullable.contains(leaf.range), scalar.text == "true" { return }
            guard !run.ledger.isLeftOut(leaf), let text = changed(texts[document] ?? [], leaf) else { return }
            let result = DocumentImporter.import(path: document, in: texts.merging([document: text]) { $1 })
            if Fixtures.record(result) == usual {
                unchanged.append("\(leaf.range.start.line):\(leaf.range.start.column)")
            }
        }

        // then
        #expect(unchanged == [])
    }

    /// Where the values of a key stand.
    private func values(of key: String, in node: YAMLNode) -> [SourceRange] {
        switch node.content {
        case .scalar: []
        case .sequence(let items): items.flatMap { values(of: key, in: $0) }
        case .mapping(let entries):
            entries.flatMap { entry in (entry.key == key ? [entry.value.range] : []) + values(of: key, in: entry.value)
            }
        }
    }

    /// The text with another value in place of one that stands on one line.
    private func changed(_ text: [UInt8], _ leaf: YAMLNode) -> [UInt8]? {
        guard case .scalar(let scalar) = leaf.content, leaf.range.start.line == leaf.range.end.line else { return nil }
        var lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map { Array($0.unicodeScalars) }
        let line = leaf.range.start.line - 1
        let other =
            switch scalar.text {
            case "true": "false"
            case "false": "true"
            case _ where scalar.isPlain && Int(scalar.text) != nil: "\((Int(scalar.text) ?? 0) &+ 1)"
            default: "\"\(scalar.text.replacing("\"", with: "").replacing("\\", with: ""))x\""
            }
        let start = leaf.range.start.column - 1
        lines[line].replaceSubrange(start..<(leaf.range.end.column - 1), with: other.unicodeScalars)
        return Array(lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n").utf8)
    }
}
