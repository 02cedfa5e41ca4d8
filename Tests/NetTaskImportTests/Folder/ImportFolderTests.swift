import Foundation
import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("The folder of an import")
struct ImportFolderTests {
    private let files = [
        ImportedFile(name: "pets.nettask.yaml", text: "nettask: 1\nclient: Pets\nextends: [shapes.nettask.yaml]\n"),
        ImportedFile(name: "shapes.nettask.yaml", text: "# What is shared.\nnettask: 1\n"),
    ]
    private let record = ImportRecord(
        document: "../open: api.yaml",
        text: "openapi: 3.0.3",
        client: "Pets",
        separator: "keep",
        filter: OperationFilter(tags: ["pets", "a, b"], paths: ["/pets/*"]),
        hasGroups: true,
        auth: "token",
        root: "..",
        overlays: ["../changes, all.yaml", "../b.yaml"]
    )

    private func inFolder(_ body: (ImportFolder) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(ImportFolder(path: path))
    }

    private func text(_ name: String, _ folder: ImportFolder) throws -> String {
        try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    }

    private func write(_ text: String, to name: String, _ folder: ImportFolder) throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }

    @Test("states at the top of each file not to edit it, and in the main file its source")
    func header() throws {
        try inFolder { folder in
            // when
            try folder.write(files, record, over: folder.contents())

            // then
            let mark =
                "# Written by `nettask import`, which replaces it at the next import. Do not edit it; extend it with a spec of your own.\n"
            let main = try text("pets.nettask.yaml", folder)
            #expect(main.hasPrefix(mark + "# content: "))
            #expect(
                main.hasSuffix(
                    """

                    # import:
                    #   document: "../open: api.yaml"
                    #   hash: "54558dc7a696e353"
                    #   client: Pets
                    #   separator: keep
                    #   tags: ["a, b", pets]
                    #   paths: [/pets/*]
                    #   groups: true
                    #   auth: token
                    #   root: ".."
                    #   overlays: ["../changes, all.yaml", "../b.yaml"]
                    nettask: 1
                    client: Pets
                    extends: [shapes.nettask.yaml]

                    """
                )
            )
            let shapes = try text("shapes.nettask.yaml", folder)
            #expect(shapes.hasPrefix(mark + "# content: "))
            #expect(shapes.hasSuffix("\n\n# What is shared.\nnettask: 1\n"))
        }
    }

    @Test("records the arguments for the next import")
    func kept() throws {
        try inFolder { folder in
            try folder.write(files, record, over: folder.contents())
            #expect(try folder.contents().record == record)
        }
    }

    @Test("recognizes its files with Windows line ends and a byte order mark")
    func lineEnds() throws {
        try inFolder { folder in
            // given
            try folder.write(files, record, over: folder.contents())
            let main = try text("pets.nettask.yaml", folder)

            // when
            let other = "\u{FEFF}" + main.replacingOccurrences(of: "\n", with: "\r\n")

            // then
            #expect(ImportHeader.isImported(other))
            #expect(ImportHeader.isUnchanged(other))
            #expect(ImportHeader.record(other) == record)
            #expect(!ImportHeader.isUnchanged(other + "# more\r\n"))
        }
    }

    @Test("recognizes the files of a version whose first line states something else")
    func formerMark() throws {
        try inFolder { folder in
            // given
            try folder.write(files, record, over: folder.contents())
            let main = try text("pets.nettask.yaml", folder)

            // when
            let former = main.replacingOccurrences(of: ", which replaces it at the next import", with: "")

            // then
            #expect(former != main)
            #expect(ImportHeader.isUnchanged(former))
            #expect(ImportHeader.record(former) == record)
            #expect(!ImportHeader.isUnchanged(former + "# more\n"))
        }
    }

    @Test("writes only changed files, and removes files that are no longer needed, but only imported ones")
    func changes() throws {
        try inFolder { folder in
            // given
            try folder.write(files, record, over: folder.contents())
            try write("nettask: 1\nextends: pets.nettask.yaml\n", to: "own.nettask.yaml", folder)
            let more = [files[0], ImportedFile(name: "dogs.nettask.yaml", text: "nettask: 1\n")]

            // when
            let again = try folder.write(files, record, over: folder.contents())
            let changes = try folder.write(more, record, over: folder.contents())

            // then
            #expect(again == .init(unchanged: ["pets.nettask.yaml", "shapes.nettask.yaml"]))
            #expect(
                changes
                    == .init(
                        created: ["dogs.nettask.yaml"],
                        unchanged: ["pets.nettask.yaml"],
                        removed: ["shapes.nettask.yaml"]
                    )
            )
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                    "dogs.nettask.yaml", "own.nettask.yaml", "pets.nettask.yaml",
                ]
            )
        }
    }

    @Test(
        "an edited file is rejected, wherever the edit is",
        arguments: ["nettask: 1", "# What is", "document"]
    )
    func edited(_ text: String) throws {
        try inFolder { folder in
            // given
            try folder.write(files, record, over: folder.contents())
            let name = text == "document" ? "pets.nettask.yaml" : "shapes.nettask.yaml"
            let edited = try self.text(name, folder).replacing(text, with: text + "s")
            try write(edited, to: name, folder)

            // then
            #expect(throws: ImportFolderError.edited(path: "\(folder.path)/\(name)")) { try folder.contents() }
        }
    }

    @Test("a file that no import wrote is not replaced, and no file is written")
    func foreign() throws {
        try inFolder { folder in
            // given
            try write("mine", to: "shapes.nettask.yaml", folder)

            // then
            #expect(throws: ImportFolderError.foreign(path: "\(folder.path)/shapes.nettask.yaml")) {
                try folder.write(files, record, over: folder.contents())
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["shapes.nettask.yaml"])
        }
    }

    @Test("a pipe with the name of a spec is rejected without a wait")
    func pipe() throws {
        try inFolder { folder in
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            #expect(mkfifo("\(folder.path)/pets.nettask.yaml", 0o600) == 0)
            #expect(throws: ImportFolderError.unreadable(path: "\(folder.path)/pets.nettask.yaml")) {
                try folder.contents()
            }
        }
    }
}
