import Foundation
import Testing

@testable import NetTaskSpec

/// Each `Fixtures/Bad/NAME.nettask.yaml` and, in `NAME.txt`, the exact text that it gives.
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
    let expected = try String(contentsOf: folder.appendingPathComponent("\(name).txt"), encoding: .utf8)

    // when
    let result = SpecReader.read(sources: [.init(path: "\(name).nettask.yaml", bytes: Array(spec))])

    // then
    let text = result.diagnostics.map { "\($0)\n" }.joined()
    #expect(text == expected)
    #expect(result.specs.isEmpty)
    #expect(!result.diagnostics.isEmpty)
}
