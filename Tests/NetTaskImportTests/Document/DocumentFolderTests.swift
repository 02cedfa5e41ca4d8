import Foundation
import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("The folder of a document")
struct DocumentFolderTests {
    private let schema = "type: object\nproperties: {name: {type: string}}\n"

    /// Imports a document whose reply is what a reference leads to, from a folder of the disk.
    private func importing(
        _ reference: String,
        root: String? = nil,
        beside files: [String: String] = [:],
        links: [String: String] = [:]
    ) throws -> DocumentImporter.Result {
        let folder = NSTemporaryDirectory() + "/" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let document = """
            openapi: 3.0.3
            info: {title: Pets, version: '1'}
            paths:
              /pets:
                get: {operationId: readPet, responses: {'200': {description: It, content: {application/json: {schema: {$ref: '\(reference)'}}}}}}
            """
        for (path, text) in files.merging(["api/openapi.yaml": document], uniquingKeysWith: { $1 }) {
            let url = URL(fileURLWithPath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }
        for (path, target) in links {
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(path)", withDestinationPath: target)
        }
        return DocumentImporter.import(
            path: "\(folder)/api/openapi.yaml",
            options: .init(root: root.map { "\(folder)/\($0)" })
        )
    }

    private func said(_ result: DocumentImporter.Result) -> String { Fixtures.record(result) }

    @Test(
        "files below it are read, and links to them",
        arguments: ["parts/pet.yaml", "./parts/../parts/pet.yaml", "link.yaml"]
    )
    func below(_ reference: String) throws {
        // when
        let result = try importing(
            reference,
            beside: ["api/parts/pet.yaml": schema],
            links: ["api/link.yaml": "parts/pet.yaml"]
        )

        // then
        #expect(result.diagnostics.map(\.message) == [])
        #expect(said(result).contains("name: String?"))
    }

    @Test(
        "no other file is read, and a reference to one leaves out only its own place",
        arguments: [
            "../secret.yaml", "%2e%2e/secret.yaml", "link.yaml", "folder/secret.yaml", "/etc/passwd",
            "../../../../../../../../etc/passwd", "/proc/self/environ", "/dev/zero", "../not-there.yaml",
            "file:///etc/passwd",
        ]
    )
    func outside(_ reference: String) throws {
        // when
        let result = try importing(
            reference,
            beside: ["secret.yaml": schema, "other/secret.yaml": schema],
            links: ["api/link.yaml": "../secret.yaml", "api/folder": "../other"]
        )

        // then
        #expect(result.diagnostics.count == 1)
        let message = try #require(result.diagnostics.first?.message)
        let isElsewhere = message.hasSuffix(
            " cannot be resolved: URLs are not loaded; save the file next to the document"
        )
        let start = " is outside the folder of the document, so it is not read; move it there, or "
        let isBeside = ["../secret.yaml", "%2e%2e/secret.yaml", "../not-there.yaml"].contains(reference)
        let root = isBeside ? "import with `--root " : "set a folder that contains both with `--root`"
        #expect(isElsewhere || message.contains(start + root))
        #expect(result.report.notes.contains { $0.hasPrefix("references: ") } == isBeside)
        #expect(said(result).contains("response: JSONValue"))
        #expect(!said(result).contains("name: String?"))
    }

    @Test("the caller can set another root", arguments: ["../shared/pet.yaml", "link.yaml"])
    func root(_ reference: String) throws {
        // when
        let result = try importing(
            reference,
            root: ".",
            beside: ["shared/pet.yaml": schema],
            links: ["api/link.yaml": "../shared/pet.yaml"]
        )

        // then
        #expect(result.diagnostics.map(\.message) == [])
        #expect(said(result).contains("name: String?"))
    }

    @Test(
        "the folder that holds all files is named as the root",
        arguments: [
            (["../a.yaml"], "api"), (["../a.yaml", "../../b.yaml"], "."), (["../../b.yaml", "../a.yaml"], "."),
            (["../../../c/d.yaml"], ".."), (["/etc/passwd"], nil),
        ]
    )
    func suggestedRoot(_ references: [String], _ root: String?) throws {
        // given
        let schemas = references.enumerated().map { number, reference in
            "    S\(number): {type: object, properties: {a: {$ref: '\(reference)'}}}"
        }.joined(separator: "\n")
        let document =
            "openapi: 3.0.3\ninfo: {title: A, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n\(schemas)\n"

        // when
        let path = "api/v1/openapi.yaml"
        let result = DocumentImporter.import(path: path, in: [path: Array(document.utf8)])

        // then
        let note = root.map { ["references: some files are not read; `--root \($0)` includes all of them"] }
        #expect(result.report.notes == note ?? [])
    }

    @Test("a root without a file is named in the error about the file")
    func tooNarrowRoot() throws {
        // when
        let result = try importing("pet.yaml", root: "api/parts", beside: ["api/pet.yaml": schema])

        // then
        let message = try #require(result.diagnostics.first?.message)
        #expect(message.contains("api/pet.yaml` is outside") && message.contains("/api/parts"))
    }

    @Test("pipes are not opened, because reading would block")
    func pipe() throws {
        // given
        let folder = NSTemporaryDirectory() + "/" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(mkfifo("\(folder)/pipe.yaml", 0o600) == 0)
        let text = "openapi: 3.0.3\ninfo: {title: A, version: '1'}\npaths: {/a: {$ref: pipe.yaml}}\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/api.yaml"))

        // when
        let result = DocumentImporter.import(path: "\(folder)/api.yaml")

        // then
        #expect(result.diagnostics.last?.message.hasSuffix("cannot be read: not a regular file") == true)
    }

    @Test(
        "the content of a file that is not a document is not shown",
        arguments: [
            "root:hunter2:1:0\n", "a: b\nc: *hunter2\n", "hunter2", "- !hunter2 a\n", "{\"hunter2\": ",
            "a: \"hunter2\n",
        ]
    )
    func secrets(_ secret: String) throws {
        // when
        let result = try importing("parts/secret.json", beside: ["api/parts/secret.json": secret])

        // then
        #expect(result.diagnostics.count == 1)
        #expect(!said(result).contains("hunter2"))
        #expect(said(result).contains("response: JSONValue"))
    }
}
