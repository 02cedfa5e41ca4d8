import Foundation
import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

@Suite("The output folder")
struct OutputFolderTests {
    @Test("a file is created, and then not touched while its text stays the same")
    func writesOnlyChanges() throws {
        try withFolder { folder in
            // given
            let file = generatedFile("a.nettask.swift", "let a = 1\n")
            #expect(try write([file], to: folder).created == ["a.nettask.swift"])
            let old = Date(timeIntervalSince1970: 1_000_000)
            let path = "\(folder.path)/a.nettask.swift"
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)

            // when
            let changes = try write([file], to: folder)

            // then
            #expect(changes == ManagedFolder.Changes(unchanged: ["a.nettask.swift"]))
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == old)
        }
    }

    @Test("a file that its spec no longer needs is removed; files of other specs are kept")
    func removesOnlyItsOwn() throws {
        try withFolder { folder in
            // given files of this spec, of another, and of no spec
            try write(
                [
                    generatedFile("old.nettask.swift", "//"), generatedFile("old.nettask.md", "#"),
                    generatedFile("spec.nettask.yaml", "#"),
                    generatedFile("other.nettask.swift", "//", spec: "other.yaml"),
                ],
                to: folder
            )
            try Data("// mine".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/mine.nettask.swift"))
            try Data("// \(FileMark(spec: "api.yaml").code.text)".utf8).write(
                to: URL(fileURLWithPath: "\(folder.path)/notes.txt")
            )

            // when
            let changes = try write([generatedFile("new.nettask.swift", "//")], to: folder)

            // then
            #expect(changes.removed == ["old.nettask.md", "old.nettask.swift"])
            #expect(
                try folderContents(folder) == [
                    "mine.nettask.swift", "new.nettask.swift", "notes.txt", "other.nettask.swift", "spec.nettask.yaml",
                ]
            )
        }
    }

    @Test("pruning removes the files of other specs, and only generated ones")
    func prunes() throws {
        try withFolder { folder in
            // given
            try write([generatedFile("other.nettask.swift", "//", spec: "other.yaml")], to: folder)
            try Data("// mine".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/mine.nettask.swift"))

            // when
            let changes = try write([], to: folder, prunes: true)

            // then
            #expect(changes.removed == ["other.nettask.swift"])
            #expect(try folderContents(folder) == ["mine.nettask.swift"])
        }
    }

    @Test("a file that nettask did not write is not replaced")
    func refusesForeignFiles() throws {
        try withFolder { folder in
            // given
            let path = "\(folder.path)/a.nettask.swift"
            try Data("// mine".utf8).write(to: URL(fileURLWithPath: path))

            // when / then
            #expect(throws: OutputError.notOurs(path: path)) {
                try write([generatedFile("a.nettask.swift", "let a = 1\n")], to: folder)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "// mine")
        }
    }

    @Test("a file in place of the folder is an error")
    func fileAsFolder() throws {
        try withFolder { folder in
            let path = "\(folder.path)/file"
            try Data().write(to: URL(fileURLWithPath: path))
            #expect(throws: OutputError.noFolder(path: path)) {
                try write([generatedFile("a.nettask.swift", "//")], to: OutputFolder(path: path))
            }
        }
    }

    @Test("a file of another spec is replaced only with pruning")
    func refusesFilesOfOtherSpecs() throws {
        try withFolder { folder in
            // given
            try write([generatedFile("a.nettask.swift", "//", spec: "v1/api.yaml")], to: folder)
            let file = generatedFile("a.nettask.swift", "//", spec: "v2/api.yaml")

            // when / then
            let path = "\(folder.path)/a.nettask.swift"
            #expect(throws: OutputError.ofAnotherSpec(path: path, spec: "v1/api.yaml", new: "v2/api.yaml")) {
                try write([file], to: folder)
            }
            #expect(try write([file], to: folder, prunes: true).updated == ["a.nettask.swift"])
        }
    }

    @Test("a path that is not a regular file is an error, without a wait")
    func pipe() throws {
        try withFolder { folder in
            // given a pipe that nobody writes into, and a link that leads nowhere
            mkfifo("\(folder.path)/pipe.nettask.swift", 0o600)
            let link = "\(folder.path)/a.nettask.swift"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere")

            // when / then
            #expect(try write([], to: folder, prunes: true).isEmpty)
            #expect(throws: OutputError.notOurs(path: link)) {
                try write([generatedFile("a.nettask.swift", "//")], to: folder)
            }
        }
    }

    @Test("a name whose case changed leaves no second file")
    func letterCase() throws {
        try withFolder { folder in
            // given
            try write([generatedFile("getPost.nettask.swift", "//")], to: folder)

            // when
            try write([generatedFile("GetPost.nettask.swift", "//")], to: folder)

            // then
            #expect(try folderContents(folder).count == 1)
        }
    }

    private func generatedFile(_ name: String, _ text: String, spec: String = "api.yaml") -> GeneratedFile {
        let mark = FileMark(spec: spec)
        return GeneratedFile(name: name, mark: mark, text: "// \(mark.code.text)\n\(text)")
    }

    @discardableResult
    private func write(
        _ files: [GeneratedFile],
        to folder: OutputFolder,
        prunes: Bool = false
    ) throws -> ManagedFolder.Changes {
        let changes = try folder.changes(for: files, specs: ["api.yaml"], prunes: prunes)
        try folder.apply(changes, of: files)
        return changes
    }

    private func folderContents(_ folder: OutputFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func withFolder(_ body: (OutputFolder) throws -> Void) throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(OutputFolder(path: path))
    }
}
