import Foundation
@testable import NetTaskImport
import Testing

@Suite("ImportFolder")
final class ImportFolderTests {
    private let url: URL
    private var folder: ImportFolder { ImportFolder(path: url.path) }
    private let main = ImportedFile(
        name: "main.nettask.yaml",
        text: "nettask: 1\nclient: A\ninclude: [a.nettask.yaml]\n"
    )
    private let part = ImportedFile(name: "a.nettask.yaml", text: "endpoints:\n  List:\n    uri: a\n")

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("import-\(UUID().uuidString)")
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// An import of the files into the folder.
    @discardableResult
    private func importing(_ theirs: [ImportedFile]) throws -> ImportFolder.Changes {
        let contents = try folder.contents()
        let result = try SpecMerge.merge(base: contents.base, ours: contents.ours, theirs: theirs)
        return try folder.write(result, over: contents, base: theirs)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    @Test("a first import makes the folder, the files and their base, byte for byte")
    func firstImport() throws {
        let changes = try importing([main, part])

        #expect(changes.created == ["main.nettask.yaml", "a.nettask.yaml"])
        #expect(try text("a.nettask.yaml") == part.text)
        #expect(try text(".nettask-import/a.nettask.yaml.base") == part.text)
        #expect(try folder.contents() == .init(ours: [part, main], base: [part, main]))
    }

    @Test("the next import keeps what the team wrote, writes only what changed, and makes the new base")
    func nextImport() throws {
        // given
        try importing([main, part])
        try write(part.text + "    timeout: 5s\n", "a.nettask.yaml")
        var changed = part
        changed.text = "endpoints:\n  List:\n    uri: b\n"

        // when
        let changes = try importing([main, changed])

        // then
        #expect(changes == .init(updated: ["a.nettask.yaml"], unchanged: ["main.nettask.yaml"]))
        #expect(try text("a.nettask.yaml") == "endpoints:\n  List:\n    uri: b\n    timeout: 5s\n")
        #expect(try text(".nettask-import/a.nettask.yaml.base") == changed.text)
    }

    @Test("a file that the document has no more is removed, and its base too")
    func removal() throws {
        try importing([main, part])

        let changes = try importing([ImportedFile(name: main.name, text: "nettask: 1\nclient: A\n")])

        #expect(changes.removed == ["a.nettask.yaml"])
        let names = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
        #expect(names == [".nettask-import", ".nettask-import/main.nettask.yaml.base", "main.nettask.yaml"])
    }

    @Test("specs without a base are not imported into")
    func noBase() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try write(part.text, part.name)

        #expect(throws: ImportFolderError.noBase(folder: url.path)) { try self.folder.contents() }
    }

    @Test("a base with a file missing is an error that names it")
    func missingBase() throws {
        try importing([main, part])
        try FileManager.default.removeItem(at: url.appendingPathComponent(".nettask-import/a.nettask.yaml.base"))

        let error = ImportFolderError.missingBase(folder: url.path, name: "a.nettask.yaml.base")
        #expect(throws: error) { try self.folder.contents() }
        #expect(error.description.contains("restore it from git"))
    }

    @Test("a base that is no YAML is an error with the place")
    func brokenBase() throws {
        try importing([main, part])
        try write("endpoints: {", ".nettask-import/a.nettask.yaml.base")

        let error = #expect(throws: ImportFolderError.self) { try self.folder.contents() }
        #expect(error?.description.contains(".nettask-import/a.nettask.yaml.base:") ?? false)
    }

    @Test("who removed all specs imports anew")
    func anew() throws {
        try importing([main, part])
        for name in [main.name, part.name] { try FileManager.default.removeItem(at: url.appendingPathComponent(name)) }

        #expect(try importing([main, part]).created == [main.name, part.name])
    }

    @Test("a file that is changed between reading and writing is not written over")
    func changedMeanwhile() throws {
        try importing([main, part])
        let contents = try folder.contents()
        let new = ImportedFile(name: part.name, text: part.text + "  Get:\n    uri: g\n")
        let result = try SpecMerge.merge(base: contents.base, ours: contents.ours, theirs: [main, new])
        try write("endpoints: {}\n", part.name)

        #expect(throws: ImportFolderError.changedMeanwhile(path: "\(url.path)/\(part.name)")) {
            try self.folder.write(result, over: contents, base: [self.main, new])
        }
        #expect(try text(part.name) == "endpoints: {}\n")
        #expect(try text(".nettask-import/a.nettask.yaml.base") == part.text)
    }

    @Test("an import of which one file cannot be written changes nothing and leaves nothing behind")
    func unwritable() throws {
        // given
        try importing([main, part])
        let before = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
        var changed = part
        changed.text = "endpoints:\n  List:\n    uri: b\n"
        // The name of its base is too long.
        let long = ImportedFile(
            name: String(repeating: "x", count: 240) + ".nettask.yaml",
            text: "endpoints:\n  Get:\n    uri: g\n"
        )

        // when
        #expect(throws: ImportFolderError.self) { try self.importing([self.main, changed, long]) }

        // then
        #expect(try text(part.name) == part.text)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted() == before)
    }

    @Test("a file that an entry moves into is written before the one that it leaves")
    func movedEntry() throws {
        let old = [
            "a.nettask.yaml": "endpoints:\n  List:\n    uri: a\n  Get:\n    uri: g\n",
            "b.nettask.yaml": "endpoints:\n  Put:\n    uri: p\n",
            "c.nettask.yaml": "nettask: 1\nclient: A\n",
        ]
        let new = [
            "a.nettask.yaml": "endpoints:\n  List:\n    uri: a\n",
            "b.nettask.yaml": "endpoints:\n  Get:\n    uri: g\n",
            "c.nettask.yaml": "nettask: 1\nclient: A\nendpoints:\n  Put:\n    uri: p\n",
        ]

        let order = WriteOrder.sorted(files(new), over: files(old))

        #expect(order.map(\.name) == ["c.nettask.yaml", "b.nettask.yaml", "a.nettask.yaml"])
    }

    @Test("an import that was killed between two files is made whole by the next one")
    func killed() throws {
        // given
        let both = ImportedFile(name: part.name, text: part.text + "  Get:\n    uri: g\n")
        let get = ImportedFile(name: "b.nettask.yaml", text: "endpoints:\n  Get:\n    uri: g\n")
        let put = ImportedFile(name: "b.nettask.yaml", text: "endpoints:\n  Put:\n    uri: p\n")
        try importing([main, both, put])
        let moved = ImportedFile(name: get.name, text: get.text + "    timeout: 5s\n  Put:\n    uri: p\n")
        try write(moved.text, moved.name)

        // when
        try importing([main, part, moved])

        // then
        #expect(try text(part.name) == part.text)
        #expect(try text(moved.name) == moved.text)
    }

    @Test("what could not be merged into a file for an anchor of the team is told by every import until it can")
    func unmerged() throws {
        // given
        let old = "endpoints:\n  List:\n    uri: a\n    params: {limit: Int}\n  Get:\n    uri: g\n"
        let own = old.replacing("params: {", with: "params: &p {") + "    params: *p\n"
        let new = old.replacing("limit: Int", with: "limit: Int64")
        try importing([main, ImportedFile(name: part.name, text: old)])
        try write(own, part.name)
        let theirs = [main, ImportedFile(name: part.name, text: new)]

        for _ in 1...2 {
            // when
            let contents = try folder.contents()
            let result = try SpecMerge.merge(base: contents.base, ours: contents.ours, theirs: theirs)
            try folder.write(result, over: contents, base: theirs)

            // then
            #expect(result.unmerged == [part.name])
            #expect(result.changes.contains { $0.message.contains("import again") })
            #expect(try text(part.name) == own)
        }
        try write(own.replacing("&p ", with: "").replacing("*p", with: "{limit: Int}"), part.name)
        try importing(theirs)
        #expect(try text(part.name) == new + "    params: {limit: Int}\n")
    }

    @Test("links stay links, and what they lead to is written, whatever its name is")
    func links() throws {
        // given
        let get = ImportedFile(name: "b.nettask.yaml", text: "endpoints:\n  Get:\n    uri: g\n")
        try importing([main, part, get])
        for (name, target) in [(part.name, "text.1"), (get.name, "text.2")] {
            let link = url.appendingPathComponent(name)
            try FileManager.default.moveItem(at: link, to: url.appendingPathComponent(target))
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
        }
        let changed = [part, get].map { ImportedFile(name: $0.name, text: $0.text + "    timeout: 5s\n") }

        // when
        try importing([main] + changed)

        // then
        #expect(try text("text.1") == changed[0].text)
        #expect(try text("text.2") == changed[1].text)
        let link = url.appendingPathComponent(part.name).path
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "text.1")
    }
}
