import Foundation
import Testing

@Suite("nettask diff")
struct DiffCommandTests {
    private let nettask = Tool()
    private let old = """
        nettask: 1
        client: Shop
        endpoints:
          List: {uri: posts, params: {page: Int?}, response: String}
          Gone: {uri: gone}
          Put: {method: PUT, uri: x, timeout: 3s}

        """
    private let new = """
        nettask: 1
        client: Shop
        endpoints:
          List: {uri: v2/posts, params: {page: String?}, response: String}
          Put: {method: PUT, uri: x, durable: true}
          New: {uri: new}

        """

    @Test("prints breaking changes under headings with their places, and exits with 1")
    func breaks() throws {
        // given
        try nettask.write(old, to: "old.nettask.yaml")
        try nettask.write(new, to: "specs/api.nettask.yaml")

        // when
        let result = try nettask("diff", "old.nettask.yaml", "specs")

        // then
        #expect(result.status == 1)
        #expect(result.errors == "")
        let page = "specs/api.nettask.yaml:4:34: endpoints.List.params.page: its type changed from `Int?` to `String?`"
        #expect(
            result.output == """
                Breaks callers: 2
                \(page); the server does not expect this
                old.nettask.yaml:5:3: endpoints.Gone: it was removed

                Breaks the server's side: 2
                \(page); the server does not expect this
                specs/api.nettask.yaml:4:3: endpoints.List: its uri changed from `posts` to `v2/posts`

                Additive: 1
                specs/api.nettask.yaml:6:3: endpoints.New: it was added

                Other: 2
                specs/api.nettask.yaml:5:3: endpoints.Put.durable: it was added: a durable queue stores tasks on disk
                specs/api.nettask.yaml:5:3: endpoints.Put: `timeout` changed

                """
        )
    }

    @Test("prints no heading without differences")
    func headings() throws {
        // given
        try nettask.write(old, to: "old.nettask.yaml")
        try nettask.write(old + "  New: {uri: new}\n", to: "new.nettask.yaml")

        // when
        let result = try nettask("diff", "old.nettask.yaml", "new.nettask.yaml")

        // then
        #expect(result.output == "Additive: 1\nnew.nettask.yaml:7:3: endpoints.New: it was added\n")
    }

    @Test("exits with 0 if nothing breaks, or only an allowed side")
    func allowed() throws {
        // given
        try nettask.write(old, to: "a.nettask.yaml")
        try nettask.write(new, to: "b.nettask.yaml")

        // when
        let same = try nettask("diff", "a.nettask.yaml", "a.nettask.yaml")
        let callers = try nettask("diff", "a.nettask.yaml", "b.nettask.yaml", "--allow", "callers")
        let both = try nettask(
            "diff",
            "a.nettask.yaml",
            "b.nettask.yaml",
            "--allow",
            "callers",
            "--allow",
            "server"
        )

        // then
        #expect(same.status == 0)
        #expect(same.output == "No differences.\n")
        #expect(callers.status == 1)
        #expect(both.status == 0)
    }

    @Test("--format json has all differences, with their kinds and places")
    func json() throws {
        // given
        try nettask.write(old, to: "a.nettask.yaml")
        try nettask.write(new, to: "b.nettask.yaml")

        // when
        let result = try nettask("diff", "a.nettask.yaml", "b.nettask.yaml", "--format", "json")

        // then
        let entries = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        )
        #expect(result.status == 1)
        #expect(
            entries.map { "\($0["kinds"] ?? "") \($0["side"] ?? "") \($0["line"] ?? 0) \($0["path"] ?? "")" } == [
                #"["callers", "server"] new 4 endpoints.List.params.page"#,
                #"["server"] new 4 endpoints.List"#,
                #"["delivery"] new 5 endpoints.Put.durable"#,
                #"["other"] new 5 endpoints.Put"#,
                #"["additive"] new 6 endpoints.New"#,
                #"["callers"] old 5 endpoints.Gone"#,
            ]
        )
        #expect(entries.last?["file"] as? String == "a.nettask.yaml")
        #expect(entries.last?["column"] as? Int == 3)
        #expect(entries.last?["message"] as? String == "it was removed")
    }

    @Test("errors in the specs of both sides are printed as by validate, and nothing is compared")
    func errors() throws {
        // given
        try nettask.write("nettask: 2\n", to: "a.nettask.yaml")
        try nettask.write("nettask: 1\nclient: 5x\n", to: "b.nettask.yaml")

        // when
        let result = try nettask("diff", "a.nettask.yaml", "b.nettask.yaml")
        let validated = ["a", "b"].map { try? nettask("validate", "\($0).nettask.yaml").errors }

        // then
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors == validated.compactMap { $0 }.joined())
        #expect(result.errors.contains("b.nettask.yaml:2:9: error: "))
    }

    @Test(
        "--semver prints only the step of the version, and exits with 0",
        arguments: [
            ("timeout: 3s", "timeout: 3s", "none"), ("timeout: 3s", "timeout: 4s", "patch"),
            ("timeout: 3s", "timeout: 3s, durable: true", "minor"),
            ("timeout: 3s", "timeout: 3s, params: {a: Int?}", "minor"),
            ("uri: x", "uri: z", "major"), ("Put:", "Set:", "major"), ("Put: {", "Set: {was: Put, ", "major"),
        ]
    )
    func semver(was: String, becomes: String, step: String) throws {
        // given
        try nettask.write(old, to: "a.nettask.yaml")
        try nettask.write(old.replacing(was, with: becomes), to: "b.nettask.yaml")

        // when
        let result = try nettask("diff", "--semver", "a.nettask.yaml", "b.nettask.yaml")

        // then
        #expect(result.output == "\(step)\n")
        #expect(result.status == 0)
    }

    @Test("--semver does not print JSON")
    func semverAsJSON() throws {
        // given
        try nettask.write(old, to: "a.nettask.yaml")

        // when
        let result = try nettask("diff", "--semver", "--format", "json", "a.nettask.yaml", "a.nettask.yaml")

        // then
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.contains("'--semver' cannot be used with '--format json'\n"))
    }

    @Test("an endpoint with a former name is renamed, not removed")
    func renamed() throws {
        // given
        try nettask.write(old, to: "a.nettask.yaml")
        let renamed = old.replacing("Put: {method: PUT, uri: x,", with: "Set: {was: Put, method: PUT, uri: y,")
        try nettask.write(renamed, to: "b.nettask.yaml")

        // when
        let result = try nettask("diff", "a.nettask.yaml", "b.nettask.yaml", "--allow", "server")

        // then
        #expect(result.output.contains("endpoints.Set: it was renamed: its name changed from `Put` to `Set`\n"))
        #expect(!result.output.contains("it was removed"))
    }

    @Test("needs two specs, and exits with 64 otherwise")
    func misuse() throws {
        try nettask.write(old, to: "a.nettask.yaml")
        #expect(try nettask("diff", "a.nettask.yaml").status == 64)
        #expect(try nettask("diff", "a.nettask.yaml", "a.nettask.yaml", "--allow", "all").status == 64)
    }
}
