import Foundation
import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

/// The specs of the package that are right by themselves.
private let paths: [String] = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    let folders = [
        "Specs", "Tests/NetTaskSpecTests/Fixtures/Good", "Tests/GeneratedCodeTests", "Tests/NetTaskWebhooksTests",
    ]
    return folders.flatMap { folder in
        let path = package.appendingPathComponent(folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        // Of an endpoint with `longRunning`, a spec has what polls bring, and not the first reply.
        return names.filter { $0.hasSuffix(".nettask.yaml") && $0 != "LongRunning.nettask.yaml" }.sorted().map {
            "\(path)/\($0)"
        }
    }
}()

/// What is written is read as an equal spec: `Spec → YAML → Spec`.
///
/// Two specs are equal here if they are equal but for
/// - places: where a name stands, and the files of the run;
/// - the order of endpoints and shapes, since the files of an import have them by their tags;
/// - names on the wire of inline fields and of fields with `from`, which mean nothing;
/// - examples of imported specs, which state none: the reader makes some of fields that need not be there.
///
/// Settings are compared as endpoints have them, whether they are their own or inherited.
@Suite("Written specs are read as they were")
struct SpecWriterTests {
    @Test(
        "of imported documents",
        arguments: Fixtures.documents(in: "Documents")
            + Fixtures.documents(in: "Documents/files").filter { $0.hasSuffix("main.yaml") }
    )
    func imported(_ document: String) throws {
        // given
        let run = ImportRun(files: DocumentFiles(try Fixtures.texts(beside: document)))
        let gathered = try #require(DocumentImporter.gather(document, run, .init()))

        // when
        let layout = ImportLayout(gathered)
        let sources = layout.files().map { SpecReader.Source(path: $0.name, text: $0.text) }
        let spec = try #require(SpecReader.read(sources: sources).specs.first)

        // then
        expectEqual(spec, layout.writer.spec, without: ["example"])
    }

    @Test("of the package", arguments: paths)
    func specs(_ path: String) throws {
        // given
        let spec = try #require(SpecReader.read(paths: [path]).specs.first)

        // when
        let text = WholeSpecWriter(spec).text
        let read = SpecReader.read(sources: [SpecReader.Source(path: "a.nettask.yaml", text: text)])

        // then
        #expect(read.diagnostics.filter { $0.severity == .error }.map(\.description) == [], "\(text)")
        expectEqual(try #require(read.specs.first), spec)
    }

    // MARK: Comparing

    /// Compares part by part, so that a difference is short.
    private func expectEqual(_ spec: Spec, _ other: Spec, without labels: Set<String> = []) {
        let (parts, others) = (parts(of: spec, labels), parts(of: other, labels))
        #expect(parts.keys.sorted() == others.keys.sorted())
        for (name, part) in parts where part != others[name] {
            Issue.record("\(name) was read as\n\(part)\nand was\n\(others[name] ?? "not there")")
        }
    }

    private func parts(of spec: Spec, _ labels: Set<String>) -> [String: String] {
        var rest = spec
        var parts: [String: String] = [:]
        for shape in spec.shapes { parts["shape \(shape.name.written)"] = text(of: shape, labels) }
        for endpoint in spec.endpoints { parts["endpoint \(endpoint.qualifiedName)"] = text(of: endpoint, labels) }
        (rest.shapes, rest.endpoints, rest.files) = ([], [], [])
        parts["rest"] = text(of: rest, labels)
        return parts
    }

    /// All that a value holds but places, and what has one of the labels.
    private func text(of value: Any, _ labels: Set<String>) -> String {
        var value = value
        if var field = value as? Field, field.isInline || field.path != [field.wireName] {
            field.wireName = ""
            if field.isInline { field.path = [] }
            value = field
        }
        let mirror = Mirror(reflecting: value)
        let children = mirror.children.filter { label, value in
            label != "place" && !labels.contains(label ?? "") && !"\(type(of: value))".hasPrefix("Source<")
        }
        if mirror.children.isEmpty { return String(reflecting: value) }
        let texts = children.map { ($0.label.map { "\($0): " } ?? "") + text(of: $0.value, labels) }
        return "(" + texts.joined(separator: ", ") + ")"
    }
}
