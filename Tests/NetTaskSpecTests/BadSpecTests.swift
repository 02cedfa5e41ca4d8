import Foundation
import Testing

@testable import NetTaskSpec

/// Each `Fixtures/Bad/NAME.nettask.yaml`, or folder whose specs are one run, and in `NAME.txt` the exact text that it gives.
///
/// With `NETTASK_RECORD_FIXTURES=1` in the environment the texts are written anew, and the tests fail to say so.
private let badFixtures: [String] = {
    let folder = fixtures.appendingPathComponent("Bad")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".nettask.yaml") }.map { String($0.dropLast(13)) }.sorted()
}()

private let badRuns: [String] = {
    let folder = fixtures.appendingPathComponent("Bad")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.contains(".") }.sorted()
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
    try expect(result, name)
}

@Test func thereAreBadRuns() {
    #expect(badRuns.count > 5)
}

@Test(arguments: badRuns)
func aBadRunGivesExactlyThisText(_ name: String) throws {
    // given
    let folder = fixtures.appendingPathComponent("Bad/\(name)").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { file in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(folder)/\(file)", isDirectory: &isFolder)
            && !isFolder.boolValue
    }

    // when
    let result = SpecReader.read(paths: files.sorted().map { "\(folder)/\($0)" })

    // then
    try expect(result, name, leavingOut: "\(folder)/")
}

private func expect(_ result: SpecReader.Result, _ name: String, leavingOut folder: String? = nil) throws {
    var text = result.diagnostics.map { "\($0)\n" }.joined()
    if let folder { text = text.replacingOccurrences(of: folder, with: "") }
    let file = fixtures.appendingPathComponent("Bad/\(name).txt")
    if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
        try Data(text.utf8).write(to: file)
        Issue.record("recorded \(name).txt")
        return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected)
    #expect(!result.diagnostics.isEmpty)
    #expect(folder != nil || result.specs.isEmpty)
}
