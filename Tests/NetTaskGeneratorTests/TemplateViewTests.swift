import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskAuthoring
@testable import NetTaskGenerator

@Suite("The names for templates")
struct TemplateViewTests {
    /// All specs whose code is tested.
    private static let specFolders = ["Specs", "Tests/GeneratedCodeTests"]

    @Test("are explained in Names.md, one by one")
    func reference() throws {
        // given the names in the text that users read
        var explained: [String: [String]] = [:]
        for section in Views.reference.components(separatedBy: "\n## The view `").dropFirst() {
            let lines = section.split(separator: "\n")
            let kind = String(lines[0].dropLast())
            explained[kind] = lines.compactMap {
                $0.firstMatch(of: /^\| `(\w+)` \| .+ \| .+ \|$/).map { String($0.output.1) }
            }
        }

        // when
        var views: [String: [String]] = [:]
        for spec in try Self.specs() {
            collect(Views.file.view(of: file(spec)), into: &views)
            let package = ClientPackage(name: "A", specs: [spec], dependency: .path("x"))
            collect(Views.package.view(of: package), into: &views)
        }

        // then
        #expect(explained == views)
    }

    /// With `NETTASK_RECORD_FIXTURES=1` in the environment the article is written anew, and this test fails to say so.
    @Test("are explained in the article, as in Names.md")
    func article() throws {
        let path = "\(Toolchain.packageFolder)/Sources/nettask/nettask.docc/TemplateNames.md"
        if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
            try Views.reference.write(toFile: path, atomically: true, encoding: .utf8)
            Issue.record("recorded TemplateNames.md")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Views.reference)
    }

    @Test("those of packages are known to the generator")
    func namesOfPackages() {
        #expect(Set(Templates.sources.keys) == Templates.names)
    }

    @Test(
        "allow a user's template to replace each built-in one",
        arguments: ["client", "enumeration", "example", "file", "structure", "task"]
    )
    func replaced(name: String) throws {
        // given our templates, exported, of which one has a line more
        try withTemporaryFolder { folder in
            let export = TemplateExport(folder: folder)
            try export.write(force: false)
            let path = "\(folder)/\(name).mustache"
            let own = try String(contentsOfFile: path, encoding: .utf8) + "// by \(name)\n"
            try own.write(toFile: path, atomically: true, encoding: .utf8)

            // when
            let plain = try texts(.builtIn)
            let changed = try texts(try Templates(in: folder))

            // then
            #expect(changed != plain)
            #expect(changed.map { $0.replacing(/[ ]*\/\/ by \w+\n/, with: "") } == plain)
        }
    }

    private func texts(_ templates: Templates) throws -> [String] {
        try Generator(options: Generator.Options(templates: templates)).files(for: Self.specs()).map(\.text)
    }

    private static func specs() throws -> [Spec] {
        let paths = specFolders.flatMap { folder -> [String] in
            let folder = "\(Toolchain.packageFolder)/\(folder)"
            let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return files.filter { $0.hasSuffix(".nettask.yaml") }.sorted().map { "\(folder)/\($0)" }
        }
        let result = SpecReader.read(paths: paths)
        try #require(result.diagnostics.map(\.description) == [])
        try #require(result.specs.count > 5)
        return result.specs
    }

    private func file(_ spec: Spec) -> SwiftFile {
        let builder = SwiftModelBuilder(spec, access: nil)
        return SwiftFile(
            mark: FileMark(spec: "x"),
            imports: [],
            clients: [builder],
            types: spec.shapes.compactMap(builder.swiftType),
            tasks: spec.endpoints.map(builder.swiftTask),
            examples: builder.examples(spec.shapes, spec.endpoints)
        )
    }

    /// The names of a view and of those in it, each of which has to give a value.
    private func collect(_ view: View, into views: inout [String: [String]]) {
        views[view.kind] = view.names
        for name in view.names {
            switch view.value(name) {
            case .view(let inner?): collect(inner, into: &views)
            case .list(let elements):
                for case .view(let inner?) in elements { collect(inner, into: &views) }
            case nil: Issue.record("`\(name)` of `\(view.kind)` gives nothing")
            default: break
            }
        }
    }
}
