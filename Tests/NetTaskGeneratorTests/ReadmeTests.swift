import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

/// The rest of the README's blocks are run by `Scripts/try-readme`.
@Suite("The README")
struct ReadmeTests {
    @Test("its picture shows what its YAML becomes")
    func picture() throws {
        // given
        let readme = try String(contentsOfFile: "\(Toolchain.packageFolder)/README.md", encoding: .utf8)
        let yaml = try block("yaml", of: readme)
        let swift = try block("swift", of: readme)

        // when
        let text = try generate(yaml)[0].text

        // then
        #expect(text.contains(swift))
    }

    @Test("its table has every key of the spec language")
    func table() throws {
        // given
        let readme = try String(contentsOfFile: "\(Toolchain.packageFolder)/README.md", encoding: .utf8)
        let rules = [
            SpecLanguage.spec, SpecLanguage.defaults, SpecLanguage.shape, SpecLanguage.field, SpecLanguage.param,
            SpecLanguage.endpoint, SpecLanguage.retry, SpecLanguage.response, SpecLanguage.statusBody,
            SpecLanguage.responseHeader, SpecLanguage.authScheme,
        ]

        // when
        let missing = rules.flatMap(\.usableNames).filter { !readme.contains("`\($0)`") }

        // then
        #expect(missing == [])
    }

    /// The first block of that kind, and of no file.
    private func block(_ kind: String, of readme: String) throws -> String {
        let start = try #require(readme.range(of: "```\(kind)\n"))
        let end = try #require(readme.range(of: "```\n", range: start.upperBound..<readme.endIndex))
        return String(readme[start.upperBound..<end.lowerBound])
    }
}
