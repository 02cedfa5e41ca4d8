import Foundation
import NetTaskAuthoring
import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// With `NETTASK_RECORD_FIXTURES=1` in the environment the articles are written anew, and their test fails to say so.
@Suite("The reference of the spec language")
struct SpecReferenceTests {
    private static let folder = "\(Toolchain.packageFolder)/Sources/nettask/nettask.docc"

    @Test("is made from the table of keys")
    func articles() throws {
        for (name, text) in SpecReference.articles {
            let path = "\(Self.folder)/\(name).md"
            if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
                Issue.record("recorded \(name).md")
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text, "\(name)")
        }
    }

    @Test("has each key once, under a heading of its own on its page")
    func headings() {
        // given
        let all = SpecLanguage.rules.flatMap { rule in
            rule.usableKeys.map { ReferencePage.heading(of: $0, in: rule) }
        }

        // when
        let headings = SpecReference.articles.flatMap { article in
            article.text.matches(of: /### (`.*)/).map { String($0.output.1) }
        }

        // then
        #expect(headings.sorted() == all.sorted())
        #expect(Set(headings).count == headings.count)
    }

    @Test("states the keys that a key excludes in both places, with conditions")
    func exclusions() {
        let text = SpecReference.articles.map(\.text).joined()
        func facts(_ heading: String) -> String {
            let entry = text.components(separatedBy: "### \(heading)\n").dropFirst().first ?? ""
            return String(entry.components(separatedBy: "```yaml")[0])
        }
        #expect(facts("`longRunning` of an endpoint").contains("\n- Cannot be combined with: `pages`\n"))
        #expect(facts("`pages` of an endpoint").contains("\n- Cannot be combined with: `longRunning`\n"))
        #expect(facts("`body` of an endpoint").contains("\n- Cannot be combined with: `encoding`\n"))
        #expect(facts("`idempotencyKey` of an endpoint").contains("\n- Cannot be combined with: `idempotent: false`\n"))
        #expect(facts("`until` of a response").contains("\n- Requires: `events` or `lines`\n"))
        #expect(facts("`closed` of a shape").contains("`oneOf` (unless `discriminator` is present)"))
        #expect(
            facts("`secret` of a param").contains("\n- With the value `true`, cannot be combined with: `default`\n")
        )
    }

    @Test("begins with ten keys, and their spec is good and has no other keys")
    func tenKeys() {
        // when
        let result = SpecReader.read(sources: [.init(path: "blog.nettask.yaml", text: TenKeys.example)])

        // then
        #expect(result.diagnostics.map(\.description) == [])
        #expect(TenKeys.keys.count == 10)
        let words = TenKeys.example.matches(of: /([a-zA-Z]+):/).map { String($0.output.1) }
        let own: Set = ["Post", "id", "userId", "title", "body", "ListPosts", "GetPost", "CreatePost", "https"]
        #expect(Set(words).subtracting(own) == Set(TenKeys.keys.map(\.name)))
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
