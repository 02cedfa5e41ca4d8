import Foundation
import Testing

@Suite("nettask diff --stored")
struct DiffStoredTests {
    private let nettask = Tool()
    private let old = """
        nettask: 1
        client: Shop
        endpoints:
          Save: {method: PUT, uri: a, durable: {codec: Vault}, params: {count: Int, note: String?}}
          Gone: {uri: b, durable: true}

        """
    private let new = """
        nettask: 1
        client: Shop
        endpoints:
          Save: {method: PUT, uri: a, durable: true, params: {count: String, note: String?}}

        """
    private let fine = """
        nettask: 1
        client: Shop
        endpoints:
          Store: {method: PUT, uri: a, durable: {codec: Vault}, was: Save, params: {count: Int?, note: String?}}
          Kept: {uri: b, durable: true, was: [Gone]}

        """

    @Test("prints stranded tasks and remedies with their places, and exits with 1")
    func stranded() throws {
        // given
        try nettask.write(old, to: "old.nettask.yaml")
        try nettask.write(new, to: "specs/api.nettask.yaml")

        // when
        let result = try nettask("diff", "--stored", "old.nettask.yaml", "specs")

        // then
        #expect(result.status == 1)
        #expect(result.errors == "")
        let type = "its type changed from `Int` to `String`, which cannot read all stored values"
        let remedy = "keep the type, and add the new one with another name, until no earlier task is stored"
        let unread = "an older app cannot read all new stored values, such as `endpoints.Save.params.count`"
        let codec = "its codec changed from `Vault` to none, but stored tasks contain the old name"
        #expect(
            result.output == """
                Strands stored tasks: 2
                specs/api.nettask.yaml:4:55: endpoints.Save.params.count: \(type)
                    tasks: Shop.Save
                    to do: \(remedy)
                old.nettask.yaml:5:3: endpoints.Gone: the task was removed
                    tasks: Shop.Gone
                    to do: keep it until its tasks have ended; if it was renamed, write `was: Shop.Gone` there

                Notes: 1
                specs/api.nettask.yaml:4:3: endpoints.Save.durable: \(codec)
                    tasks: Shop.Save
                    to do: keep `Vault` in the queue until its tasks have ended

                Not readable by older apps: 1
                specs/api.nettask.yaml:4:3: endpoints.Save.durable: \(unread)
                    tasks: Shop.Save
                    to do: if one still runs, write `durable: {payloadVersion: 2}`, so that it ignores these tasks

                """
        )
    }

    @Test("exits with 0 if no task is stranded")
    func fineChange() throws {
        // given
        try nettask.write(old, to: "old.nettask.yaml")
        try nettask.write(fine, to: "new.nettask.yaml")

        // when
        let result = try nettask("diff", "--stored", "old.nettask.yaml", "new.nettask.yaml")

        // then
        #expect(result.status == 0)
        #expect(result.output == "All stored tasks can be run.\n")
    }

    @Test("lists tasks that older apps cannot read, and exits with 0")
    func olderApps() throws {
        // given
        let spec = "nettask: 1\nclient: Shop\nendpoints:\n  Save: {uri: a, durable: true, params: {a: Int}}\n"
        try nettask.write(spec, to: "old.nettask.yaml")
        try nettask.write(spec.replacingOccurrences(of: "a: Int", with: "a: Int, b: Int?"), to: "new.nettask.yaml")

        // when
        let result = try nettask("diff", "--stored", "old.nettask.yaml", "new.nettask.yaml")

        // then
        #expect(result.status == 0)
        #expect(
            result.output == """
                All stored tasks can be run.

                Not readable by older apps: 1
                new.nettask.yaml:4:3: endpoints.Save.durable: an older app cannot read all new stored values, \
                such as `endpoints.Save.params.b`
                    tasks: Shop.Save
                    to do: if one still runs, write `durable: {payloadVersion: 2}`, so that it ignores these tasks

                """
        )
    }

    @Test("prints JSON for tools")
    func json() throws {
        // given
        try nettask.write(old, to: "old.nettask.yaml")
        try nettask.write(new, to: "new.nettask.yaml")

        // when
        let result = try nettask("diff", "--stored", "old.nettask.yaml", "new.nettask.yaml", "--format", "json")

        // then
        #expect(result.status == 1)
        let entries = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        #expect(entries?.count == 4)
        #expect(entries?.first?["kind"] as? String == "note")
        #expect(entries?.last?["tasks"] as? [String] == ["Shop.Gone"])
        #expect(entries?.last?["side"] as? String == "old")
        #expect(entries?.last?["file"] as? String == "old.nettask.yaml")
        #expect(entries?.last?["line"] as? Int == 5)
    }

    @Test("exits with 1 if a spec has errors, and with 64 without two specs")
    func errors() throws {
        try nettask.write(old, to: "old.nettask.yaml")
        #expect(try nettask("diff", "--stored", "old.nettask.yaml", "nowhere.nettask.yaml").status == 1)
        #expect(try nettask("diff", "--stored", "old.nettask.yaml").status == 64)
    }

    /// The specs whose generated code `GeneratedCodeTests` try. There, each client needs a name of its own.
    @Test(
        "reports the behavior of generated code",
        arguments: [("DurableNew", "Before", false), ("DurableStranding", "Earlier", true)]
    )
    func generated(name: String, oldClient: String, isStranding: Bool) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("GeneratedCodeTests").path
        let old = try String(contentsOfFile: "\(folder)/DurableOld.nettask.yaml", encoding: .utf8)
        try nettask.write(
            old.replacingOccurrences(of: "client: DurableOld", with: "client: \(oldClient)"),
            to: "old.nettask.yaml"
        )
        let result = try nettask("diff", "--stored", "old.nettask.yaml", "\(folder)/\(name).nettask.yaml")
        #expect(result.status == (isStranding ? 1 : 0), "\(result.output)")
    }
}
