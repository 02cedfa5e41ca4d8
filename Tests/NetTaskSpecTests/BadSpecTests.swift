import Foundation
import Testing

@testable import NetTaskSpec

/// Each `Fixtures/Bad/NAME.nettask.yaml`, or folder whose specs are one run, and in `NAME.txt` what it gives: each
/// diagnostic with its place and notes. The quoted lines are compared with the spec, except in texts that the docs show.
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

/// The fixtures whose texts hold the quoted lines, too, since README.md and the articles show them.
private let shownInDocs = ["delivery-sent-twice", "posts", "unknown-keys", "unknown-version"]

@Test func thereAreBadFixtures() {
    #expect(badFixtures.count > 60)
}

@Test(arguments: badFixtures)
func aBadSpecGivesExactlyThisText(_ name: String) throws {
    // given
    let file = "\(name).nettask.yaml"
    let spec = Array(try Data(contentsOf: fixtures.appendingPathComponent("Bad/\(file)")))

    // when
    let result = SpecReader.read(sources: [.init(path: file, bytes: spec)])

    // then
    let text =
        shownInDocs.contains(name)
        ? result.diagnostics.map { "\($0)\n" }.joined() : unquoted(result.diagnostics, of: [file: spec])
    try expect(text, name)
    #expect(result.specs.isEmpty)
}

@Test func thereAreBadRuns() {
    #expect(badRuns.count > 5)
}

@Test(arguments: badRuns)
func aBadRunGivesExactlyThisText(_ name: String) throws {
    // given
    let folder = fixtures.appendingPathComponent("Bad/\(name)").path
    let paths = (FileManager.default.enumerator(atPath: folder)?.allObjects ?? []).map { "\($0)" }
    var files: [String: [UInt8]] = [:]
    for path in paths {
        files[path] = FileManager.default.contents(atPath: "\(folder)/\(path)").map(Array.init)
    }

    // when
    let result = SpecReader.read(paths: files.keys.filter { !$0.contains("/") }.sorted().map { "\(folder)/\($0)" })

    // then
    let diagnostics = result.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.place.file = diagnostic.place.file.replacingOccurrences(of: "\(folder)/", with: "")
        return diagnostic
    }
    let text = unquoted(diagnostics, of: files).replacingOccurrences(of: "\(folder)/", with: "")
    try expect(text, name)
}

private func expect(_ text: String, _ name: String) throws {
    let file = fixtures.appendingPathComponent("Bad/\(name).txt")
    if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
        try Data(text.utf8).write(to: file)
        Issue.record("recorded \(name).txt")
        return
    }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    #expect(!text.isEmpty)
}
