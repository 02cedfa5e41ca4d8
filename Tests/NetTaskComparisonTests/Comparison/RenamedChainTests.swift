import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// Finding shapes that were renamed takes no time that grows with how they hold each other.
@Suite struct RenamedChainTests {
    @Test("a long chain of shapes with another last shape is not reported as renamed", .timeLimit(.minutes(5)))
    func chain() throws {
        // given
        func spec(_ prefix: String, _ last: String) -> String {
            let shapes = (0..<500).map { "  \(prefix)\($0): {fields: {next: \(prefix)\($0 + 1)?}}\n" }
            return "nettask: 1\nclient: Shop\nshapes:\n\(shapes.joined())  \(prefix)500: {fields: {next: \(last)}}\n"
        }
        let results = [spec("A", "Int"), spec("B", "String")].map {
            SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: $0)])
        }

        // when
        let differences = SpecComparison(old: results[0], new: results[1]).differences

        // then
        #expect(results.flatMap(\.diagnostics).isEmpty)
        #expect(differences.filter { $0.message == "it was removed" }.count == 501)
        #expect(differences.filter { $0.message == "it was added" }.count == 501)
    }
}
