import Testing

@testable import NetTaskGenerator

@Suite("Delivery: YAML, and the Swift that it becomes")
struct DeliverySnippetTests {
    @Test(
        "the stored form has a payload version other than 1",
        arguments: [("{payloadVersion: 2}", ", payloadVersion: 2"), ("{payloadVersion: 1}", ""), ("true", "")]
    )
    func payloadVersion(durable: String, argument: String) throws {
        let text = try swift(for: "endpoints:\n  Call: {uri: a, durable: \(durable)}\n")
        #expect(text.contains(#"StoredForm(kind: "API.Call", hash: "08f44b07b5901a25"\#(argument))"#))
        #expect(!text.contains("NetTaskDurability"))
    }

    /// The settings that say something of delivery, as the endpoint has them.
    private func settings(_ endpoint: String, defaults: String = "{}") throws -> [String] {
        let text = try swift(for: "defaults: \(defaults)\nendpoints:\n  Call: \(endpoint)\n")
        return text.split(separator: "\n").map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("endpoint.settings") || $0.hasPrefix("NetTaskDurability") }.map(String.init)
    }

    @Test(
        "no code for settings that equal the defaults",
        arguments: [
            "{uri: a}", "{uri: a, idempotent: true}", "{method: DELETE, uri: a, idempotent: true}",
            "{method: POST, uri: a, idempotent: false}", "{uri: a, priority: normal}", "{uri: a, durable: false}",
            "{uri: a, coalesce: false}", "{uri: a, durable: true}",
        ]
    )
    func nothing(endpoint: String) throws {
        #expect(try settings(endpoint) == [])
    }

    @Test(
        "only the settings of the spec",
        arguments: [
            ("{uri: a, idempotent: false}", "endpoint.settings.isIdempotent = false"),
            ("{method: POST, uri: a, idempotent: true}", "endpoint.settings.isIdempotent = true"),
            (
                "{uri: a, priority: veryLow}",
                "endpoint.settings.priority = .veryLow"
            ),
            (
                "{uri: a, expires: 1.5s}",
                "endpoint.settings.expires = .milliseconds(1500)"
            ),
            (
                #"{uri: a, limitKey: "a \"b\" \\(c)"}"#,
                ##"endpoint.settings.limitKey = "a \"b\" \\(c)""##
            ),
            (
                "{uri: a, coalesce: true}",
                "endpoint.settings.duplicates = .coalesce"
            ),
            (
                "{uri: a, unique: {params: all, policy: cancelOld}}",
                "endpoint.settings.duplicates = .cancelOld"
            ),
            (
                "{uri: a, durable: {codec: Vault}}",
                "NetTaskDurability(codec: \"Vault\")"
            ),
        ]
    )
    func said(endpoint: String, line: String) throws {
        #expect(try settings(endpoint) == [line])
    }

    @Test("an idempotency key makes the task idempotent")
    func idempotencyKey() throws {
        // given
        let endpoint = "{method: POST, uri: a, idempotencyKey: Key, idempotent: true}"

        // then
        #expect(
            try settings(endpoint) == [
                "endpoint.settings.idempotencyKey = NetTaskIdempotencyKey(header: \"Key\")"
            ]
        )
    }

    @Test("inherited settings are written once for all endpoints")
    func defaults() throws {
        #expect(
            try settings("{uri: a, priority: high}", defaults: "{priority: low, expires: 1s}") == [
                "endpoint.settings.priority = .high"
            ]
        )
    }

    @Test("params are compared as in the task, regardless of their form on the wire")
    func identity() throws {
        // given
        let endpoint = """
            endpoints:
              Call:
                uri: "a/{id}"
                unique: [id, tags, text, token, packer]
                params:
                  id: {type: Int}
                  tags: {type: [String], style: comma, wireName: t}
                  text: {type: String?, transform: Transforms.shout, in: header, wireName: Text}
                  token: {type: String, secret: true}
                  packer: Int
            """

        // when
        let lines = try swift(for: endpoint).split(separator: "\n").map { $0.drop { $0 == " " } }

        // then
        let start = try #require(lines.firstIndex { $0.hasPrefix("func packIdentity") })
        #expect(
            lines[(start + 1)...].prefix { $0 != "}" } == [
                #"packer.add("id", id)"#, #"packer.add("tags", tags)"#, #"packer.add("text", text)"#,
                #"packer.add("token", token)"#, #"packer.add("packer", self.packer)"#,
            ]
        )
    }
}
