import Testing

@testable import NetTaskSpec

/// What an endpoint has of `defaults`, by the rule of merging.
@Suite("What endpoints inherit")
struct InheritanceTests {
    private func endpoint(
        _ defaults: String,
        _ endpoint: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Endpoint {
        let spec = try read(
            """
            nettask: 1
            client: A
            auth: {token: bearer}
            defaults: \(defaults)
            endpoints:
              Get: {uri: a, \(endpoint)}
            """,
            sourceLocation: sourceLocation
        )
        return try #require(spec.endpoints.first, sourceLocation: sourceLocation)
    }

    @Test("headers merge by name, in any case, and null removes one")
    func headers() throws {
        let defaults = "{headers: {X-Version: \"3\", Accept: text/plain}}"
        #expect(
            try endpoint(defaults, "headers: {X-Target: Put}").headers.map(\.name) == [
                "X-Version", "Accept", "X-Target",
            ]
        )
        #expect(try endpoint(defaults, "headers: {accept: text/html}").headers.map(\.value) == ["3", "text/html"])
        #expect(try endpoint(defaults, "headers: {Accept: null}").headers.map(\.name) == ["X-Version"])
        #expect(try endpoint(defaults, "headers: null").headers.isEmpty)
    }

    @Test("constants merge by name, and null removes one that is inherited")
    func constants() throws {
        let defaults = "{encoding: json, constants: {version: 2, format: full}}"
        #expect(
            try endpoint(defaults, "method: POST, constants: {format: short, page: 1}").constants == [
                .init(name: "version", value: .integer(2)), .init(name: "format", value: .string("short")),
                .init(name: "page", value: .integer(1)),
            ]
        )
        #expect(
            try endpoint(defaults, "method: POST, constants: {version: null, none: null}").constants == [
                .init(name: "format", value: .string("full")), .init(name: "none", value: .null),
            ]
        )
    }

    @Test("errors merge by status, and null removes one")
    func errors() throws {
        let defaults = "{errors: {404: String, 4xx: Data}}"
        #expect(
            try endpoint(defaults, "errors: {500: String}").errors.map(\.status) == [
                .code(500), .code(404), .hundred(4),
            ]
        )
        #expect(try endpoint(defaults, "errors: {404: null}").errors.map(\.status) == [.hundred(4)])
        #expect(try endpoint(defaults, "errors: {404: null, 4xx: null}").errors.isEmpty)
    }

    @Test("retry merges by key, and null removes a key or all")
    func retry() throws {
        let defaults = "{retry: {maxRetryCount: 3, interval: 2s}}"
        let merged = try endpoint(defaults, "retry: {maxRetryCount: 5, when: unsent}").retry
        #expect(merged == Retry(maxRetryCount: 5, interval: .seconds(2), when: .unsent))
        #expect(try endpoint(defaults, "retry: {interval: null}").retry == Retry(maxRetryCount: 3))
        #expect(try endpoint(defaults, "retry: null").retry == nil)
    }

    @Test("durable merges by key, and true keeps the inherited values")
    func durable() throws {
        let defaults = "{durable: {maxRunCount: 5, interval: 1m}}"
        #expect(try endpoint(defaults, "durable: true").delivery.durability?.maxRunCount == 5)
        let merged = try endpoint(defaults, "durable: {maxRunCount: 7}").delivery.durability
        #expect(merged?.maxRunCount == 7 && merged?.interval == .seconds(60))
        #expect(try endpoint(defaults, "durable: false").delivery.durability == nil)
        #expect(try endpoint(defaults, "durable: null").delivery.durability == nil)
    }

    @Test(
        "a single value is replaced, and null removes it",
        arguments: [
            "timeout: 5s", "deadline: 5s", "auth: token", "priority: high", "limitKey: a", "expires: 5s",
            "rate: {limit: 1, per: 5s}",
        ]
    )
    func values(_ value: String) throws {
        let key = value.prefix { $0 != ":" }
        let inherited = try endpoint("{\(value)}", "method: GET")
        let removed = try endpoint("{\(value)}", "\(key): null")
        #expect(inherited == (try endpoint("{}", value)))
        #expect(removed == (try endpoint("{}", "method: GET")))
        #expect(inherited != removed)
    }

    private static let keys = SpecLanguage.defaults.usableKeys.filter {
        SpecLanguage.endpoint.key($0.name)?.status == .optional && $0.name != "auth"  // whose example is none
    }

    @Test("each key of the defaults is inherited, and null removes it", arguments: keys)
    func each(_ key: MappingRule.Key) throws {
        func endpoint(_ defaults: String, _ own: String) throws -> Endpoint {
            let text = """
                nettask: 1
                client: A
                \(defaults)
                shapes: {Post: {fields: {id: Int}}}
                endpoints:
                  Put: {method: PUT, uri: a, params: {userId: Int}\(own)}
                """
            return try #require(try read(text).endpoints.first)
        }
        let defaults = "defaults: {\(key.example)}"
        let plain = try endpoint("", "")
        #expect(try endpoint(defaults, "") != plain)
        #expect(try endpoint(defaults, ", \(key.name): null") == plain)
    }

    @Test("extension keys merge, and null removes an inherited one")
    func extensions() throws {
        let defaults = "{x-team: {name: core, room: 3}, x-public: true}"
        let endpoint = try endpoint(defaults, "x-team: {room: 4}, x-public: null, x-none: null")
        #expect(
            endpoint.extensions == [
                .init("x-team", .map([.init("name", .string("core")), .init("room", .integer(4))])),
                .init("x-none", .null),
            ]
        )
    }

    @Test("a shape inherits, too, and null removes a value")
    func shapes() throws {
        let spec = try read(
            """
            nettask: 1
            client: A
            defaults: {separator: keep, mutable: false, conformances: [Hashable], attributes: ["@frozen"]}
            shapes:
              Inherits: {fields: {userId: Int}, conformances: [Codable]}
              Removes: {fields: {userId: Int}, separator: null, mutable: null, conformances: null, attributes: null}
              Replaces: {enum: [a], attributes: ["@Kit.Model", "@available(*, deprecated)"]}
            """
        )
        #expect(spec.shapes[0].conformances == [.known(.hashable), .known(.codable)])
        #expect(spec.shapes[1].conformances == [])
        #expect(spec.shapes.map(\.isMutable) == [false, true, false])
        let attributes = spec.shapes.map { $0.attributes.map(\.text) }
        #expect(attributes == [["@frozen"], [], ["@Kit.Model", "@available(*, deprecated)"]])
        let names = spec.shapes.prefix(2).map { shape -> [String] in
            if case .object(let fields) = shape.kind { fields.map(\.wireName) } else { [] }
        }
        #expect(names == [["userId"], ["user_id"]])
    }

    @Test("null without an inherited value is an error at its place")
    func nothing() {
        #expect(
            problems(
                """
                nettask: 1
                client: A
                defaults: {headers: {X-Version: "3"}}
                endpoints:
                  Get:
                    uri: a
                    headers: {X-Versoin: null}
                    timeout: null
                """
            ) == [
                "7:15: nothing to remove: the defaults have no `X-Versoin`",
                "8:5: nothing to remove: the defaults have no `timeout`",
            ]
        )
    }
}
