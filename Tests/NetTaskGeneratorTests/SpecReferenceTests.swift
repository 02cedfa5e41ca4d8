import Foundation
import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// With `NETTASK_RECORD_FIXTURES=1` in the environment the article is written anew, and its test fails to say so.
@Suite("The reference of the spec language")
struct SpecReferenceTests {
    private static let path = "\(Toolchain.packageFolder)/Sources/nettask/nettask.docc/SpecReference.md"

    @Test("is made from the table of keys")
    func article() throws {
        if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
            try SpecReference.article.write(toFile: Self.path, atomically: true, encoding: .utf8)
            Issue.record("recorded SpecReference.md")
        }
        #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == SpecReference.article)
    }

    @Test("has an example of each key that is a good spec", arguments: SpecReference.examples)
    func example(_ example: SpecReference.Example) {
        // when
        let result = read(example)

        // then
        #expect(result.diagnostics.map(\.description) == [])
    }

    /// Reads it as a file, beside the one that an example extends.
    private func read(_ example: SpecReference.Example, _ index: Int = 0) -> SpecReader.Result {
        let text = example.spec.replacing("client: API\n", with: "client: API\(index)\n")
        var sources = [SpecReader.Source(path: "example\(index).nettask.yaml", text: text)]
        if example.text.hasPrefix("extends: ") {
            let imported = """
                nettask: 1
                endpoints: {ListTags: {uri: tags}}
                shapes: {Tag: {fields: {name: String}}}
                """
            sources.append(SpecReader.Source(path: "imported/github.nettask.yaml", text: imported))
        }
        return SpecReader.read(sources: sources)
    }

    @Test("has examples that become Swift without warnings", .tags(.compiles))
    func compiled() throws {
        // when
        var files = try SpecReference.examples.enumerated().flatMap { index, example in
            try Generator().files(for: read(example, index).specs) { .given("\(index).\($0)") }
        }
        #if !Crypto
            files.removeAll { $0.text.contains("import NetTaskWebhooks") }
        #endif

        // then
        try withTemporaryFolder { folder in
            let support = """
                func shouted(_ text: String) -> String { text + "!" }
                enum Tenths {
                    static func from(_ value: Double) -> Int { Int(value * 10) }
                    static func to(_ tenths: Int) -> Double { Double(tenths) / 10 }
                }

                """
            for (name, text) in files.map({ ($0.name, $0.text) }) + [("Support.swift", support)] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            }
            let paths = files.map { "\(folder)/\($0.name)" } + ["\(folder)/Support.swift"]
            let result = try Toolchain.compile(paths)
            #expect(result.status == 0, "\(result.output)")
        }
    }
}

extension SpecReference.Example: CustomTestStringConvertible {
    public var testDescription: String { title }
}
