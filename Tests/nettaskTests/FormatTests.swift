import Foundation
import Testing

@Suite("--format json")
struct FormatTests {
    private let nettask = Tool()
    private let wrong = """
        nettask: 1
        client: A
        shapes: {B: {fields: {c: Int}}}
        endpoints: {Get: {uri: x, metod: POST}, Put: {uri: y, params: {a: Int, a: Int}}}

        """

    private func object(_ result: Tool.Result) throws -> [String: Any] {
        #expect(result.errors == "")
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    @Test("of validate has each diagnostic with its place, its suggestion and its notes, in one document")
    func diagnostics() throws {
        // given
        try nettask.write(wrong, to: "a.nettask.yaml")

        // when
        let result = try nettask("validate", "a.nettask.yaml", "nowhere", "--format", "json")

        // then
        #expect(result.status == 1)
        let diagnostics = try #require(try object(result)["diagnostics"] as? [[String: Any]])
        let unknown = try #require(diagnostics.first { ($0["message"] as? String)?.contains("`metod`") == true })
        #expect(unknown["severity"] as? String == "error")
        #expect(unknown["code"] as? String == "unknown-key")
        #expect(unknown["page"] as? String == "https://nettask.example/documentation/nettask/unknown-key")
        #expect(unknown["message"] as? String == "unknown key `metod` in an endpoint")
        #expect(unknown["file"] as? String == "a.nettask.yaml")
        #expect(unknown["line"] as? Int == 4)
        #expect(unknown["column"] as? Int == 27)
        #expect(unknown["end"] as? [String: Int] == ["line": 4, "column": 32])
        #expect(unknown["suggestion"] as? String == "method")
        let fix = try #require((unknown["fixes"] as? [[String: Any]])?.first)
        #expect(fix["file"] as? String == "a.nettask.yaml")
        #expect(fix["line"] as? Int == 4)
        #expect(fix["column"] as? Int == 27)
        #expect(fix["end"] as? [String: Int] == ["line": 4, "column": 32])
        #expect(fix["text"] as? String == "method")
        #expect(fix["certain"] as? Bool == true)
        let double = try #require(diagnostics.first { !($0["notes"] as? [Any] ?? []).isEmpty })
        let note = try #require((double["notes"] as? [[String: Any]])?.first)
        #expect(note["file"] as? String == "a.nettask.yaml")
        #expect(note["line"] as? Int == 4)
        #expect(diagnostics.contains { $0["file"] as? String == "nowhere" })
    }

    @Test("of generate has the paths of all files, by result")
    func generate() throws {
        // given
        try nettask.write("nettask: 1\nclient: A\nendpoints: {Get: {uri: x}}\n", to: "s/a.nettask.yaml")
        try nettask.write("nettask: 1\nclient: B\n", to: "s/b.nettask.yaml")
        _ = try nettask("generate", "s/a.nettask.yaml", "-o", "out")

        // when
        let result = try nettask("generate", "s", "-o", "out", "--format", "json")

        // then
        #expect(result.status == 0)
        let object = try object(result)
        #expect(object["created"] as? [String] == ["out/b.nettask.swift"])
        #expect(object["unchanged"] as? [String] == ["out/a.nettask.swift"])
        #expect((object["updated"] as? [String])?.isEmpty == true)
        #expect(object["specCount"] as? Int == 2)
        #expect(object["endpointCount"] as? Int == 1)
        #expect((object["diagnostics"] as? [Any])?.isEmpty == true)
    }

    @Test("has errors about a folder or a template, too")
    func otherErrors() throws {
        // given
        try nettask.write("nettask: 1\nclient: A\n", to: "a.nettask.yaml")
        try nettask.write("// mine", to: "out/a.nettask.swift")
        try nettask.write("{{nothing}}\n", to: "Templates/file.mustache")

        // when
        let inTheWay = try nettask("generate", "a.nettask.yaml", "-o", "out", "--format", "json")
        let template = try nettask(
            "generate",
            "a.nettask.yaml",
            "-o",
            "new",
            "--templates",
            "Templates",
            "--format",
            "json"
        )

        // then
        #expect([inTheWay.status, template.status] == [1, 1])
        let first = try #require((try object(inTheWay)["diagnostics"] as? [[String: Any]])?.first)
        #expect((first["message"] as? String)?.hasPrefix("out/a.nettask.swift is in the way: ") == true)
        #expect(first["code"] as? String == "foreign-file")
        #expect(first["file"] == nil)
        let second = try #require((try object(template)["diagnostics"] as? [[String: Any]])?.first)
        #expect(second["file"] as? String == "Templates/file.mustache")
        #expect(second["line"] as? Int == 1)
        #expect(second["code"] as? String == "invalid-template")
    }

    @Test("has the exact place of an error, even if its path looks like a diagnostic")
    func placeOfError() throws {
        // given
        try nettask.write("nettask: 1\nclient: A\n", to: "a.nettask.yaml")
        let missing = "x: error: y"

        // when
        let result = try nettask(
            "generate",
            "a.nettask.yaml",
            "-o",
            "new",
            "--templates",
            missing,
            "--format",
            "json"
        )

        // then
        let error = try #require((try object(result)["diagnostics"] as? [[String: Any]])?.first)
        #expect(error["file"] as? String == missing)
        #expect(error["message"] as? String == "the folder of templates cannot be read")
    }

    @Test("of import has its files, its report and the document's diagnostics")
    func imports() throws {
        // given
        let paths =
            "paths: {/a: {get: {operationId: getA, x-a: {b: 1, c: 2}, responses: {'204': {description: None}}}}}"
        try nettask.write("openapi: 3.0.3\ninfo: {title: A, version: '1'}\n\(paths)\n", to: "a.yaml")

        // when
        let imported = try object(try nettask("import", "a.yaml", "-o", "specs", "--format", "json"))
        let missing = try nettask("import", "b.yaml", "-o", "other", "--format", "json")

        // then
        let created = try #require(imported["created"] as? [String])
        #expect(created.allSatisfy { FileManager.default.fileExists(atPath: "\(nettask.folder)/\($0)") })
        #expect(created.isEmpty == false)
        #expect(imported["report"] as? String == "specs/import-report.txt")
        let leftOut = try #require(imported["leftOut"] as? [[String: Any]])
        let extensions = try #require(leftOut.first { $0["code"] as? String == "extension" })
        #expect(extensions["reason"] as? String == "NetTask does not use the extensions of other tools")
        #expect(extensions["count"] as? Int == 2)
        #expect(extensions["differs"] as? Bool == false)
        let part = try #require((extensions["parts"] as? [[String: Any]])?.first)
        #expect(part["file"] as? String == "a.yaml")
        #expect(part["line"] as? Int == 3)
        #expect(part["path"] as? String == "#/paths/~1a/get/x-a")
        #expect(part["count"] as? Int == 2)
        #expect(imported["valueCount"] as? Int != nil)
        #expect(missing.status == 1)
        let diagnostic = try #require((try object(missing)["diagnostics"] as? [[String: Any]])?.first)
        #expect(diagnostic["file"] as? String == "b.yaml")
    }

    @Test("of diff has the errors of both specs")
    func diff() throws {
        // given
        try nettask.write(wrong, to: "a.nettask.yaml")

        // when
        let result = try nettask("diff", "a.nettask.yaml", "b.nettask.yaml", "--format", "json")

        // then
        #expect(result.status == 1)
        let diagnostics = try #require(try object(result)["diagnostics"] as? [[String: Any]])
        #expect(Set(diagnostics.compactMap { $0["file"] as? String }) == ["a.nettask.yaml", "b.nettask.yaml"])
    }

    @Test("cannot be used with --watch")
    func watch() throws {
        let result = try nettask("validate", "a.nettask.yaml", "--watch", "--format", "json")
        #expect(result.status == 64)
        #expect(result.errors.contains("'--watch' cannot be used with '--format json'"))
    }
}
