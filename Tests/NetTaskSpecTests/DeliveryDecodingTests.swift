import Foundation
import Testing

@testable import NetTaskSpec

@Suite("How tasks are delivered")
struct DeliveryDecodingTests {
    private let endpoints: [String: Endpoint]

    init() throws {
        let text = try String(
            contentsOf: fixtures.appendingPathComponent("Good/delivery.nettask.yaml"),
            encoding: .utf8
        )
        let spec = try read(text)
        endpoints = Dictionary(spec.endpoints.map { ($0.name.written, $0) }) { first, _ in first }
    }

    private func delivery(_ name: String) throws -> Delivery {
        try #require(endpoints[name]).delivery
    }

    @Test("An endpoint inherits the settings of the defaults")
    func defaults() throws {
        #expect(
            try delivery("Inherits")
                == Delivery(
                    durability: .init(maxRunCount: 5, interval: .seconds(60)),
                    priority: .low,
                    expires: .seconds(3600),
                    limitKey: "uploads",
                    rate: .init(limit: 100, per: .seconds(60))
                )
        )
    }

    @Test("Its own settings replace inherited ones, in `durable` key by key")
    func own() throws {
        #expect(
            try delivery("PlaceOrder")
                == Delivery(
                    idempotencyKey: .init(header: "Idempotency-Key"),
                    durability: .init(
                        maxRunCount: 5,
                        interval: .seconds(30),
                        maxInterval: .seconds(3600),
                        codec: "Vault"
                    ),
                    uniqueness: .init(identity: .params(["orderId"])),
                    priority: .veryHigh,
                    expires: .seconds(24 * 3600),
                    limitKey: "orders",
                    rate: .init(limit: 10, per: .seconds(60), key: "orders")
                )
        )
    }

    @Test("`durable: false` removes the inherited setting")
    func notDurable() throws {
        #expect(try delivery("Quoted").durability == nil)
    }

    @Test("An idempotency key is sent with or without quotes")
    func idempotencyKeys() throws {
        #expect(try delivery("Quoted").idempotencyKey == .init(header: "Idempotency-Key", isQuoted: true))
        #expect(try delivery("Bare").idempotencyKey == .init(header: "X-Request-Key", isQuoted: false))
    }

    @Test("Tasks are compared by params or by the whole request, with `coalesce` as the policy")
    func uniqueness() throws {
        #expect(
            try delivery("Quoted").uniqueness == .init(identity: .params(["id", "day"]), policy: .cancelOld)
        )
        #expect(try delivery("Replace").uniqueness == .init(identity: .request, policy: .rejectNew))
        #expect(try delivery("Search").uniqueness == .init(identity: .request, policy: .coalesce))
        #expect(try delivery("List").uniqueness == .init(identity: .request, policy: .coalesce))
        #expect(try delivery("Inherits").uniqueness == nil)
    }

    @Test(
        "An endpoint is idempotent by its setting, by its key, or else by its method",
        arguments: [
            ("Inherits", true), ("PlaceOrder", true), ("Quoted", true), ("Replace", false), ("Search", true),
            ("Repeated", false),
        ]
    )
    func idempotence(name: String, isIdempotent: Bool) throws {
        #expect(try #require(endpoints[name]).isIdempotent == isIdempotent)
    }

    @Test("The default priority can replace an inherited one")
    func priority() throws {
        #expect(try delivery("List").priority == .normal)
    }
}
