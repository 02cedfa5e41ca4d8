import Foundation
import Testing

@testable import NetTaskGenerator
@testable import NetTaskImport
@testable import NetTaskSpec

private let documents = Fixtures.documents(in: "Documents")

@Suite("Documents with random mistakes")
struct MutatedDocumentTests {
    /// How many for each document; more with `NETTASK_MUTATIONS` in the environment.
    private static let rounds = ProcessInfo.processInfo.environment["NETTASK_MUTATIONS"].flatMap { Int($0) } ?? 15

    @Test("become specs without errors, or have diagnostics; no value is forgotten", arguments: documents)
    func mutations(_ path: String) throws {
        // given
        let original = ImportRun(files: DocumentFiles(try Fixtures.texts(beside: path)))
        let root = try #require(original.files.document(path, original))
        for seed in 0..<Self.rounds {
            var document = MutatedDocument(root.node, seed: UInt64(seed))
            for _ in 0...(seed % 4) { document.mutate() }
            let text = document.text
            let texts = ["a.json": Array(text.utf8)]
            let run = ImportRun(files: DocumentFiles(texts))

            // when
            _ = DocumentImporter.gather("a.json", run, .init())
            let result = DocumentImporter.import(path: "a.json", in: texts)

            // then
            let forgotten = run.ledger.omissions.filter { $0.reason == .unreferenced }
                .map(\.path.description).filter { !$0.hasPrefix("#/components/") }
            if !result.files.isEmpty { #expect(forgotten == [], "seed \(seed):\n\(text)") }
            #expect(Fixtures.problems(result) == [], "seed \(seed):\n\(text)")
            let generated = try Generator().files(for: Fixtures.read(result).specs)
            #expect(generated.isEmpty == result.files.isEmpty, "seed \(seed):\n\(text)")
        }
    }
}
