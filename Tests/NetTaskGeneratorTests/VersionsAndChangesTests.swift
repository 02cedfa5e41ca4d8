import Foundation
import NetTaskComparison
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

/// The article on versions and changes says for each change of a spec whether code that uses the client still compiles.
@Suite("The article on versions and changes")
struct VersionsAndChangesTests {
    @Test("has a row for each change in this test, and no other")
    func rows() throws {
        // given
        let folder = "\(Toolchain.packageFolder)/Sources/nettask/nettask.docc"
        let article = try String(contentsOfFile: "\(folder)/VersionsAndChanges.md", encoding: .utf8)

        // when
        let rows = article.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| change |") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }

        // then
        let said = Dictionary(rows.map { ($0[0], !$0[1].hasPrefix("yes")) }) { first, _ in first }
        #expect(said == Dictionary(uniqueKeysWithValues: SpecChange.all.map { ($0.title, $0.breaks) }))
    }

    @Test("uses code that compiles before the change", .tags(.compiles))
    func before() throws {
        let result = try compile { $0.before }
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("states which code does not compile after the change", .tags(.compiles))
    func after() throws {
        // when
        let result = try compile { $0.after }

        // then
        let errors = result.output.matches(of: /Use(\d+)\.swift:\d+:\d+: error:/).compactMap { Int($0.output.1) }
        #expect(result.output.matches(of: /: error:/).count == errors.count, "\(result.output)")
        let broken = Set(errors).map { SpecChange.all[$0].title }
        #expect(broken.sorted() == SpecChange.all.filter(\.breaks).map(\.title).sorted(), "\(result.output)")
    }

    @Test("states the result of `nettask diff`, except for the rows that it names")
    func difference() {
        // given
        func read(_ text: String) -> SpecReader.Result {
            SpecReader.read(sources: [.init(path: "api.nettask.yaml", text: "nettask: 1\nclient: API\n" + text)])
        }

        // when
        let others = SpecChange.all.filter { change in
            let differences = SpecComparison(old: read(change.before), new: read(change.after)).differences
            // In some of them, a shape that nothing named gets its first use, which is not what they are about.
            let own = differences.filter {
                !$0.message.hasPrefix("no request contains it") || !$0.path.hasPrefix("shapes.")
            }
            return own.contains { $0.kinds.contains(.callers) } != change.breaks
        }

        // then
        #expect(
            others.map(\.title) == [
                "another `default`",
                "an endpoint that names a scheme of `auth`",
                "another value of an `enum`",
                "the first entry in `errors`",
            ]
        )
    }

    /// Compiles each client with the code that uses it, all as one module.
    private func compile(_ spec: (SpecChange) -> String) throws -> Toolchain.Result {
        try withTemporaryFolder { folder in
            var paths: [String] = []
            for (index, change) in SpecChange.all.enumerated() {
                let yaml = "nettask: 1\nclient: API\(index)\n" + spec(change)
                let use = """
                    import NetTaskRuntime

                    func use\(index)(_ queue: HTTPNetTaskQueue) async throws {
                        \(change.use.replacing("API.", with: "API\(index)."))
                    }
                    """
                for (name, text) in [("API", try generate(yaml)[0].text), ("Use", use)] {
                    paths.append("\(folder)/\(name)\(index).swift")
                    try Data(text.utf8).write(to: URL(fileURLWithPath: paths[paths.count - 1]))
                }
            }
            return try Toolchain.compile(paths, flags: ["-no-warnings-as-errors"])
        }
    }
}
