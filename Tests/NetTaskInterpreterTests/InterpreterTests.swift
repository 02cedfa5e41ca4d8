import Foundation
import NetTaskGenerator
import NetTaskSpec
import Testing

@Suite("The interpreter, compared with generated code", .serialized)
struct InterpreterTests {
    @Test("sends and reads all endpoints of Specs, and of the specs of the language's corners, byte for byte")
    func specs() async throws {
        // given
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        // Their shapes need Swift of the user's.
        let left = ["Measures.nettask.yaml", "OwnTypes.nettask.yaml"]
        let paths = SpecFiles(["\(root)/Specs", "\(root)/Tests/GeneratedCodeTests"]).paths.filter { path in
            !left.contains { path.hasSuffix("/" + $0) }
        }
        let result = SpecReader.read(paths: paths)
        try #require(result.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
        // Constraints are checked in generated code only.
        let specs = result.specs.map { spec in
            var spec = spec
            for index in spec.endpoints.indices { spec.endpoints[index].isValidated = false }
            return spec
        }

        // when, then
        try await expectEqual(Twin(specs, seed: 1))
    }

    /// `Fuzzing/run interpreter COUNT SEED` says more.
    @Test("sends and reads random endpoints byte for byte")
    func randomEndpoints() async throws {
        // given
        let environment = ProcessInfo.processInfo.environment
        let count = environment["NETTASK_INTERPRETER_COUNT"].flatMap { Int($0) } ?? 60
        let seed = environment["NETTASK_INTERPRETER_SEED"].flatMap { UInt64($0) } ?? 1

        // A program for so many, which the compiler gets through in seconds.
        for first in stride(from: 0, to: count, by: 200) {
            let end = min(first + 200, count)
            let specs = try stride(from: first, to: end, by: 20).map { start in
                let spec = RandomSpec.spec(
                    client: "Random\(start)",
                    count: min(20, end - start),
                    seed: seed &* 1_000_003 &+ UInt64(start)
                )
                return try #require(spec)
            }

            // when, then
            try await expectEqual(Twin(specs, seed: seed &+ UInt64(first)))
        }
    }

    private func expectEqual(_ twin: Twin) async throws {
        let generated: [Int: [String]]
        do {
            generated = try twin.generated()
        } catch let error as TwinError {
            Issue.record("\(error.message.prefix(4_000))")
            return
        }
        var differences = 0
        for (index, subject) in twin.subjects.enumerated() {
            let lines = try await twin.interpreted(subject).map(\.debugDescription)
            if lines == generated[index] { continue }
            differences += 1
            if differences > 10 { continue }
            for (line, expected) in zip(lines, generated[index] ?? []) where line != expected {
                Issue.record(
                    "\(subject.name)\n  interpreted \(line.prefix(900))\n  generated   \(expected.prefix(900))\n  replies \("\(subject.replies)".prefix(900))"
                )
            }
            if lines.count != generated[index]?.count {
                Issue.record(
                    "\(subject.name): \(lines.count) lines, and \(generated[index]?.count ?? 0) of generated code"
                )
            }
        }
        #expect(differences == 0)
        #expect(!twin.subjects.isEmpty)
    }
}
