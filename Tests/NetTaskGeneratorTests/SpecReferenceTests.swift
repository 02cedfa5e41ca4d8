import Foundation
import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// With `NETTASK_RECORD_FIXTURES=1` in the environment the article is written anew, and its test fails to say so.
@Suite("The reference of the spec language")
struct SpecReferenceTests {
    private static let path = "\(Toolchain.packageFolder)/Sources/NetTaskRuntime/NetTaskRuntime.docc/SpecReference.md"

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
        let result = SpecReader.read(sources: [.init(path: "example.nettask.yaml", text: example.spec)])

        // then
        #expect(result.diagnostics.map(\.description) == [])
    }

    @Test("has examples that become Swift without warnings")
    func compiled() throws {
        // given
        let specs = SpecReference.examples.enumerated().flatMap { index, example in
            let result = SpecReader.read(sources: [.init(path: "example\(index).nettask.yaml", text: example.spec)])
            return result.specs.map { spec in
                var spec = spec
                spec.client.swift = "\(spec.client.swift)\(index)"
                return spec
            }
        }

        // when
        let files = try Generator().files(for: specs)

        // then
        try withTemporaryFolder { folder in
            let support = "func shouted(_ text: String) -> String { text + \"!\" }\n"
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
