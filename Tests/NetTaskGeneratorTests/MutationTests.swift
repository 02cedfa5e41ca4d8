import Foundation
import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

@Suite("Mutated specs")
struct MutationTests {
    @Test(
        "have diagnostics, or become Swift that the compiler can parse: 10,000 mutations",
        .tags(.compiles),
        .timeLimit(.minutes(15))
    )
    func mutations() throws {
        // given
        let specs = try goodSpecs()
        var mutator = Mutator(specs: specs, random: SplitMix64(state: 0x5EED))
        var count = (accepted: 0, pastTheYAMLReader: 0)
        var oddities: [String] = []
        var accepted: Set<String> = []

        // when
        for round in 0..<10_000 {
            let mutant = mutator.mutant(of: specs[round % specs.count])
            let result = SpecReader.read(sources: [.init(path: "mutant.nettask.yaml", bytes: mutant)])
            let hasErrors = result.diagnostics.contains { $0.severity == .error }
            // A file without a client is only a part of others, so nothing is generated from it.
            let isPart = result.diagnostics.contains { $0.code == .missingClient }
            if result.specs.isEmpty != (hasErrors || isPart) { oddities.append("round \(round): neither or both") }
            for diagnostic in result.diagnostics where !diagnostic.description.hasPrefix("mutant.nettask.yaml:") {
                oddities.append("round \(round): \(diagnostic)")
            }
            for file in try Generator().files(for: result.specs) { accepted.insert(file.text) }
            if !hasErrors { count.accepted += 1 }
            if !hasErrors || isYAML(mutant) { count.pastTheYAMLReader += 1 }
        }

        // then
        #expect(oddities == [])
        #expect(count.pastTheYAMLReader > 3_334)
        #expect(count.accepted > 500)
        #expect(count.accepted < 9_500)
        try withTemporaryFolder { folder in
            var paths: [String] = []
            for (index, text) in accepted.sorted().enumerated() {
                paths.append("\(folder)/\(index).swift")
                try Data(text.utf8).write(to: URL(fileURLWithPath: paths[index]))
            }
            for start in stride(from: 0, to: paths.count, by: 200) {
                let result = try Toolchain.parse(Array(paths[start..<min(start + 200, paths.count)]))
                #expect(result.status == 0, "\(result.output)")
            }
        }
    }

    private func goodSpecs() throws -> [[UInt8]] {
        let folders = ["Specs", "Tests/GeneratedCodeTests", "Tests/NetTaskSpecTests/Fixtures/Good"]
        let specs = try folders.map { "\(Toolchain.packageFolder)/\($0)" }.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                .filter { $0.hasSuffix(".nettask.yaml") }
                .map { Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) }
        }
        try #require(specs.count >= 6)
        return specs
    }

    private func isYAML(_ bytes: [UInt8]) -> Bool {
        let text = SourceText(bytes)
        guard text.firstFault == nil else { return false }
        let diagnostics = DiagnosticCollector()
        _ = diagnostics.add(file: "")
        return YAMLComposer.compose(text, .spec, diagnostics: diagnostics) != nil
    }
}
