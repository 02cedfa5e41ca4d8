import Foundation
import Testing

@testable import NetTaskSpec

/// Each `Fixtures/Bad/NAME.nettask.yaml` and, in `NAME.txt`, the exact text that it gives.
///
/// With `NETTASK_RECORD_FIXTURES=1` in the environment the texts are written anew, and the tests fail to say so.
private let badFixtures: [String] = {
    let folder = fixtures.appendingPathComponent("Bad")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".nettask.yaml") }.map { String($0.dropLast(13)) }.sorted()
}()

@Test func thereAreBadFixtures() {
    #expect(badFixtures.count > 60)
}

@Test(arguments: badFixtures)
func aBadSpecGivesExactlyThisText(_ name: String) throws {
    // given
    let folder = fixtures.appendingPathComponent("Bad")
    let spec = try Data(contentsOf: folder.appendingPathComponent("\(name).nettask.yaml"))

    // when
    let result = SpecReader.read(sources: [.init(path: "\(name).nettask.yaml", bytes: Array(spec))])

    // then
    let text = result.diagnostics.map { "\($0)\n" }.joined()
    let file = folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
        try Data(text.utf8).write(to: file)
        Issue.record("recorded \(name).txt")
        return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected)
    #expect(result.specs.isEmpty)
    #expect(!result.diagnostics.isEmpty)
}
