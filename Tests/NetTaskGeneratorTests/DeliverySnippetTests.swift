import Testing

@testable import NetTaskGenerator

@Suite("Delivery: YAML, and the Swift that it becomes")
struct DeliverySnippetTests {
    @Test("all that can be said, over several lines where it does not fit on one")
    func everything() throws {
        #expect(
            try swift(
                for: """
                    endpoints:
                      PlaceOrder:
                        method: POST
                        uri: orders
                        idempotencyKey: {header: Idempotency-Key, quoted: true}
                        durable: {maxRunCount: 5, interval: 30s, maxInterval: 1h, codec: Vault, requires: [power, network]}
                        unique: [orderId, day]
                        priority: high
                        expires: 2h
                        limitKey: orders
                        rate: {limit: 100, per: 1m, key: writing}
                        params:
                          orderId: {type: String?, in: query}
                          day: {type: Date, format: date}
                          note: String?
                    """
            )
                == #"""
                extension API {
                    /// `POST orders`
                    struct PlaceOrder: HTTPNetTask, DurableNetTask, StoredObject {
                        typealias Response = Void

                        static let endpoint: HTTPEndpoint = {
                            var endpoint = API.api.endpoint("API.PlaceOrder", .post, "orders")
                            endpoint.settings.priority = .high
                            endpoint.settings.expires = .seconds(7200)
                            endpoint.settings.limitKey = "orders"
                            endpoint.settings.rate = NetTaskRate(limit: 100, per: .seconds(60), key: "writing")
                            endpoint.settings.duplicates = .rejectNew
                            endpoint.settings.identity = .params
                            endpoint.settings.idempotencyKey = NetTaskIdempotencyKey(header: "Idempotency-Key", isQuoted: true)
                            return endpoint
                        }()

                        var orderId: String?
                        var day: Date
                        var note: String?

                        init(orderId: String? = nil, day: Date, note: String? = nil) {
                            self.orderId = orderId
                            self.day = day
                            self.note = note
                        }

                        static var storedForm: StoredForm {
                            StoredForm(kind: "API.PlaceOrder", hash: "d68282ee0403948e")
                        }
                        static var durability: NetTaskDurability {
                            NetTaskDurability(
                                maxRunCount: 5,
                                interval: .seconds(30),
                                maxInterval: .seconds(3600),
                                codec: "Vault",
                                requirements: [.network, .power]
                            )
                        }

                        func pack(into packer: inout ParameterPacker) {
                            packer.add("order_id", orderId, in: .query)
                            packer.add("day", day, format: .date)
                            packer.add("note", note)
                        }

                        func packIdentity(into packer: inout ParameterPacker) {
                            packer.add("orderId", orderId)
                            packer.add("day", day, format: .date)
                        }

                        func store(into object: inout StoredWriter) {
                            object.store("orderId", orderId)
                            object.store("day", day)
                            object.store("note", note)
                        }

                        init(restoring object: inout JSONReader) throws {
                            self.orderId = try object.restore("orderId")
                            self.day = try object.restore("day")
                            self.note = try object.restore("note")
                        }
                    }
                }

                """#
        )
    }

    @Test(
        "a payload version stands in the stored form, unless it is 1",
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
        "nothing where the spec says nothing that is not so anyway",
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
        "what is said, and no more",
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

    @Test("an idempotency key says by itself that the task is idempotent")
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

    @Test("what an endpoint has from the defaults is said once, for all")
    func defaults() throws {
        #expect(
            try settings("{uri: a, priority: high}", defaults: "{priority: low, expires: 1s}") == [
                "endpoint.settings.priority = .high"
            ]
        )
    }

    @Test("params are compared as they are in the task, whatever becomes of them on the wire")
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
