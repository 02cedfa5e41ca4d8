import Foundation
import Testing

@testable import NetTaskSpec

/// Files as they lie on a disk, and several of them in one run.
@Suite final class FileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("NetTaskSpecTests-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func write(_ text: String, to name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    @Test func aMissingFileIsADiagnostic() {
        // given
        let path = folder.appendingPathComponent("none.nettask.yaml").path

        // then
        let result = SpecReader.read(paths: [path])
        #expect(
            result.diagnostics.map(\.description) == ["\(path):1:1: error: this file does not exist [unreadable-file]"]
        )
    }

    @Test func aFolderIsADiagnostic() {
        let result = SpecReader.read(paths: [folder.path])
        #expect(
            result.diagnostics.map(\.description) == [
                "\(folder.path):1:1: error: this is a folder, not a spec file [unreadable-file]"
            ]
        )
    }

    @Test func whatIsNoRegularFileIsADiagnostic() {
        let result = SpecReader.read(paths: ["/dev/null"])
        #expect(result.diagnostics.map(\.description) == ["/dev/null:1:1: error: not a regular file [unreadable-file]"])
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may read everything"))
    func aFileWithoutPermissionIsADiagnostic() throws {
        // given
        let path = try write("nettask: 1", to: "secret.nettask.yaml")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)

        // then
        let result = SpecReader.read(paths: [path])
        #expect(result.diagnostics.map(\.message) == ["this file cannot be read: permission denied"])
    }

    @Test func aLinkToAFileIsFollowed() throws {
        // given
        let path = try write("nettask: 1\nclient: API\n", to: "api.nettask.yaml")
        let link = folder.appendingPathComponent("link.nettask.yaml").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)

        // then
        #expect(SpecReader.read(paths: [link]).specs.flatMap(\.paths) == [link])
    }

    @Test func eachFileOfARunIsReadAndOnlyThoseWithoutErrorsCount() throws {
        // given
        let first = try write("nettask: 1\nclient: First\n", to: "first.nettask.yaml")
        let second = try write("nettask: 1\nclient: Second\nzzz: 1\n", to: "second.nettask.yaml")
        let third = try write("nettask: 1\nclient: Third\n", to: "third.nettask.yaml")

        // when
        let result = SpecReader.read(paths: [third, second, first])

        // then
        #expect(result.specs.map(\.client.swift) == ["Third", "First"])
        #expect(
            result.diagnostics.map(\.description) == [
                "\(second):3:1: error: unknown key `zzz` in a spec [unknown-key]\nzzz: 1\n^"
            ]
        )
    }

    @Test func aFileOutsideOfTheRunIsExtendedByItsPathFromTheFile() throws {
        // given
        let inner = folder.appendingPathComponent("inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        let path = try write("nettask: 1\nclient: API\nextends: [../shared.nettask.yaml]\n", to: "inner/a.nettask.yaml")
        let shared = try write("nettask: 1\nshapes: {A: {fields: {b: Int}}}\n", to: "shared.nettask.yaml")

        // when
        let result = SpecReader.read(paths: [path])

        // then
        #expect(result.diagnostics.isEmpty)
        #expect(result.specs.map(\.files) == [[Spec.File(path: path, outside: [shared], numbers: [0, 1])]])
    }

    @Test(.timeLimit(.minutes(5)))
    func moreThanAThousandExtendedFilesAreRefused() throws {
        // given
        let count = YAMLBudget.extendedFiles + 1
        let path = try write("nettask: 1\nclient: API\nextends: [1.nettask.yaml]\n", to: "0.nettask.yaml")
        for number in 1...count {
            let extends = number < count ? "extends: [\(number + 1).nettask.yaml]\n" : ""
            _ = try write("nettask: 1\n" + extends, to: "\(number).nettask.yaml")
        }

        // then
        let places = SpecReader.read(paths: [path]).diagnostics.map(\.description)
        let last = folder.appendingPathComponent("1000.nettask.yaml").path
        #expect(
            places == [
                """
                \(last):2:11: error: more than 1000 files are extended [limit-exceeded]
                extends: [1001.nettask.yaml]
                          ^
                """
            ]
        )
    }

    @Test func aLinkIsTheFileThatItLeadsTo() throws {
        // given
        let path = try write(
            "nettask: 1\nclient: API\nextends: [b.nettask.yaml, c.nettask.yaml]\n",
            to: "a.nettask.yaml"
        )
        let shared = try write("nettask: 1\n", to: "b.nettask.yaml")
        let link = folder.appendingPathComponent("c.nettask.yaml").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: shared)

        // then
        let messages = SpecReader.read(paths: [path, link]).diagnostics.map(\.message)
        #expect(messages == ["duplicate `c.nettask.yaml` in `extends`"])
    }

    @Test func diagnosticsComeByFileAndThenByPlace() {
        // when
        let result = SpecReader.read(sources: [
            .init(path: "z.nettask.yaml", text: "nettask: 1\nclient: Z\nshapes: {A: {fields: {b: x, a: y}}}\nq: 1\n"),
            .init(path: "a.nettask.yaml", text: "client: A"),
        ])

        // then
        let places = result.diagnostics.map { $0.place.description }
        #expect(places == ["z.nettask.yaml:3:26", "z.nettask.yaml:3:32", "z.nettask.yaml:4:1", "a.nettask.yaml:1:1"])
    }
}
