import Foundation
import Testing

import NetTaskAuthoring
@testable import NetTaskSpec

/// Each code has a page in `Sources/NetTaskSpec/Diagnostics/Codes`: its title, its cause, a spec with the mistake, the fix, and the
/// spec without the mistake.
@Suite("The page of a code")
struct CodePageTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/NetTaskSpec/Diagnostics/Codes")

    /// Codes that no single spec can show: they are about several files, documents, modules, bytes or commands.
    private static let unshown: Set<DiagnosticCode> = [
        .circularFiles, .clientModuleClash, .duplicateName, .failedRequest, .foreignFile, .importFault,
        .invalidArgument,
        .invalidDocument, .invalidEncoding, .invalidTemplate, .missingProduct, .noSpecs, .omittedEntry,
        .openAPIDocument,
        .operationLeftOut, .tooManyDiagnostics, .unknownOperation, .unresolvedReference, .unsupportedPart,
        .unsupportedVersion, .unwritableFile,
    ]

    private static func page(of code: DiagnosticCode) throws -> String {
        try String(contentsOf: folder.appendingPathComponent("\(code.rawValue).md"), encoding: .utf8)
    }

    private static func specs(in page: String) -> [String] {
        page.components(separatedBy: "```yaml\n").dropFirst().map { String($0.prefix(while: { $0 != "`" })) }
    }

    private static func diagnostics(_ text: String) -> [Diagnostic] {
        SpecReader.read(sources: [.init(path: "api.nettask.yaml", text: text)]).diagnostics
    }

    @Test("exists, and there are no others")
    func pages() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.sorted() == DiagnosticCode.allCases.map { "\($0.rawValue).md" }.sorted())
    }

    @Test("is embedded in the tool. To write the Swift again: Scripts/embed-files", arguments: DiagnosticCode.allCases)
    func embedded(_ code: DiagnosticCode) throws {
        #expect(try code.page == Self.page(of: code))
    }

    @Test("is a topic of the article on codes. To write the article again: Scripts/embed-files")
    func topics() throws {
        // given
        let file = Self.folder.appendingPathComponent("../../../nettask/nettask.docc/Codes.md")

        // when
        let article = try String(contentsOf: file, encoding: .utf8)

        // then
        let topics = article.matches(of: /- \[(.*)\]\(.*\/Codes\/(.*)\.md\)/).map { ($0.output.1, $0.output.2) }
        #expect(topics.map(\.0) == DiagnosticCode.allCases.map { $0.rawValue[...] })
        #expect(topics.allSatisfy { $0.0 == $0.1 })
    }

    @Test("has the title, the cause and the fix", arguments: DiagnosticCode.allCases)
    func text(_ code: DiagnosticCode) throws {
        // when
        let page = try Self.page(of: code)

        // then
        let paragraphs = page.replacing(/```yaml\n(.|\n)*?```\n/, with: "").split(separator: "\n\n")
            .filter { $0 != "\n" }
        #expect(paragraphs.first == "# \(code.rawValue)")
        #expect(paragraphs.count == 3)
    }

    @Test(
        "shows a spec with only this mistake, and one without mistakes",
        arguments: DiagnosticCode.allCases.filter { !CodePageTests.unshown.contains($0) }
    )
    func specs(_ code: DiagnosticCode) throws {
        // given
        let specs = Self.specs(in: try Self.page(of: code))
        try #require(specs.count == 2)

        // when
        let (bad, fixed) = (Self.diagnostics(specs[0]), Self.diagnostics(specs[1]))

        // then
        #expect(Set(bad.map(\.code)) == [code], "\(bad)")
        #expect(fixed.map(\.description) == [])
    }

    @Test("has no specs if a spec cannot show the mistake", arguments: CodePageTests.unshown)
    func withoutSpecs(_ code: DiagnosticCode) throws {
        #expect(Self.specs(in: try Self.page(of: code)).isEmpty)
    }
}
