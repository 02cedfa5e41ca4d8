import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("What templates can see")
struct TemplateViewTests {
    /// The article on templates, and all specs whose code is tested.
    private static let article =
        "\(Toolchain.packageFolder)/Sources/NetTaskRuntime/NetTaskRuntime.docc/Templates.md"
    private static let specFolders = ["Specs", "Tests/GeneratedCodeTests"]

    @Test("is what the article on templates says, name by name")
    func article() throws {
        // given
        let article = try String(contentsOfFile: Self.article, encoding: .utf8)
        var documented: [String: Set<String>] = [:]
        for section in article.components(separatedBy: "\n### The view ").dropFirst() {
            let lines = section.split(separator: "\n")
            let names = lines.dropFirst().compactMap { $0.firstMatch(of: /^\| `(\w+)` \|/).map { String($0.output.1) } }
            documented[String(lines[0])] = Set(names)
        }

        // when
        var views: [String: Set<String>] = [:]
        for spec in try Self.specs() { collect(Renderer(.builtIn).view(file(spec)), into: &views) }

        // then
        #expect(Set(documented.keys) == Set(views.keys))
        for (kind, names) in views {
            #expect(documented[kind] == names, "the view \(kind)")
        }
    }

    @Test(
        "any of our templates can be replaced by one of the user's",
        arguments: Templates.builtInSources.keys.sorted()
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
            let changed = try texts(try Templates(overriddenBy: folder))

            // then
            #expect(changed != plain)
            #expect(changed.map { $0.replacingOccurrences(of: "// by \(name)\n", with: "") } == plain)
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
            namespace: builder.swiftNamespace(),
            types: spec.shapes.compactMap(builder.swiftType),
            tasks: spec.endpoints.map(builder.swiftTask)
        )
    }

    private func collect(_ view: View, into views: inout [String: Set<String>]) {
        views[view.kind, default: []].formUnion(view.values.map(\.key))
        for (_, value) in view.values {
            switch value {
            case .view(let inner?): collect(inner, into: &views)
            case .views(let inner): for inner in inner { collect(inner, into: &views) }
            default: break
            }
        }
    }
}
