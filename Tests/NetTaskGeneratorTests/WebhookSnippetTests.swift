import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

@Suite("Webhooks: YAML, and the Swift that it becomes")
struct WebhookSnippetTests {
    /// The lines of all that is generated that hold one of these words.
    private func lines(_ yaml: String, holding words: String...) throws -> [String] {
        try generate(spec(yaml))[0].text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
            .filter { line in words.contains { line.contains($0) } }
    }

    @Test("a signature in the server's format, and the event in a header")
    func signature() throws {
        #expect(
            try lines(
                """
                webhooks:
                  name: {header: X-GitHub-Event}
                  hmac: {header: X-Hub-Signature, algorithm: sha1, prefix: "sha1=", encoding: base64}
                  events: {push: none}

                """,
                holding: ".hmac",
                "body.header"
            ) == [
                #".hmac(header: "X-Hub-Signature", algorithm: .sha1, encoding: .base64, prefix: "sha1=")"#,
                #"try body.header("X-GitHub-Event")"#,
            ]
        )
    }

    @Test("a shape that is only in a webhook is only read")
    func usage() throws {
        let text = try generate(
            spec("shapes:\n  S: {fields: {a: Int}}\nwebhooks: {events: {a: \"[S]\"}}\n")
        )[0].text
        #expect(text.contains("struct S: JSONReadable, Sendable"))
        #expect(text.contains("case a([S])"))
    }

    @Test("properties of events are `let` if the defaults say so")
    func mutability() throws {
        let yaml = "defaults: {mutable: false, separator: keep}\nwebhooks: {events: {a: {fields: {userId: Int}}}}\n"
        #expect(try lines(yaml, holding: "userId").contains("let userId: Int"))
        #expect(try lines(yaml, holding: "read(\"").contains("self.userId = try object.read(\"userId\")"))
    }

    @Test("an event named unknown keeps its name")
    func unknown() throws {
        #expect(
            try lines("webhooks: {swiftName: Call, events: {unknown: none}}\n", holding: "case un", "enum Call") == [
                "enum Call: VerifiedWebhook {", "case unknown", "case unrecognized(String, JSONValue)",
            ]
        )
    }

    @Test("a split spec has one file for webhooks, and only that file imports their module")
    func split() throws {
        let files = try generate(
            spec("shapes: {S: {fields: {a: Int}}}\nwebhooks: {events: {a: S}}\n"),
            options: Generator.Options(isSplit: true)
        )
        #expect(files.filter { $0.text.contains("NetTaskWebhooks") }.map(\.name) == ["api.Webhook.nettask.swift"])
    }

    @Test("without webhooks, no code is emitted for them")
    func none() throws {
        #expect(!(try generate(spec("endpoints: {A: {uri: a}}\n"))[0].text.contains("ebhook")))
    }

    @Test("of an overlay, `null` leaves an event out, and others are merged")
    func overlay() throws {
        // given
        let sources = [
            SpecReader.Source(
                path: "imported/shop.nettask.yaml",
                text: """
                    nettask: 1
                    client: Shop
                    shapes: {Order: {fields: {id: Int}}}
                    webhooks: {events: {order.paid: Order, order.lost: Order, ping: none}}
                    """
            ),
            SpecReader.Source(
                path: "shop.nettask.yaml",
                text: """
                    nettask: 1
                    extends: imported/shop.nettask.yaml
                    webhooks:
                      from: data
                      hmac: {header: X-Signature}
                      events: {order.lost: null, order.paid: {swiftName: paid}, order.new: Order}
                    """
            ),
        ]
        // when
        let result = SpecReader.read(sources: sources)
        // then
        #expect(result.diagnostics.map(\.description) == [])
        let webhooks = result.specs.last?.webhooks
        #expect(webhooks?.events.map(\.name.swift) == ["paid", "ping", "orderNew"])
        #expect(webhooks?.events.map(\.path) == [["data"], [], ["data"]])
        #expect(webhooks?.signature == .hmac(Webhooks.HMAC(header: "X-Signature")))
    }

    @Test("a target without the product is reported at the key")
    func module() {
        let text = "nettask: 1\nclient: API\nwebhooks: {events: {a: none}}\n"
        let source = SpecReader.Source(path: "a.nettask.yaml", text: text)
        #expect(SpecReader.read(sources: [source], modules: ["NetTaskRuntime", "NetTaskWebhooks"]).diagnostics.isEmpty)
        #expect(
            SpecReader.read(sources: [source], modules: ["NetTaskRuntime"]).diagnostics.map(\.description) == [
                """
                a.nettask.yaml:3:1: error: `webhooks` needs the module NetTaskWebhooks, but the target does not depend on it [missing-product]
                webhooks: {events: {a: none}}
                ^
                a.nettask.yaml:3:1: note: add `.product(name: "NetTaskWebhooks", package: "NetTask")` to the target's dependencies in Package.swift
                a.nettask.yaml:3:1: note: enable the trait `Crypto` of the package NetTask
                """
            ]
        )
    }
}
