import Foundation
import Testing

@testable import NetTaskSpec

@Suite("Durable tasks in a spec")
struct DurableDecodingTests {
    private let spec: Spec

    init() throws {
        let file = fixtures.appendingPathComponent("Good/durable.nettask.yaml")
        spec = try read(String(contentsOf: file, encoding: .utf8))
    }

    private func endpoint(_ name: String) throws -> Endpoint {
        try #require(spec.endpoints.first { $0.name.written == name })
    }

    @Test("A version is the text that it is written as")
    func version() {
        #expect(spec.version == "1.4")
    }

    @Test("`requires` is one word or a list, and replaces that of the defaults")
    func requirements() throws {
        #expect(try endpoint("SaveOrder").delivery.durability?.requirements == [.network])
        #expect(try endpoint("Sync").delivery.durability?.requirements == [.unmeteredNetwork, .power])
        #expect(try endpoint("Anywhere").delivery.durability?.requirements == [])
    }

    @Test("`was` is one name or a list, of endpoints, params and fields")
    func formerNames() throws {
        #expect(try endpoint("SaveOrder").formerNames == ["PutOrder", "OldShop.PutOrder"])
        #expect(try endpoint("Sync").params.map(\.formerNames) == [["after"]])
        #expect(spec.shapes[0].fields?.map(\.formerNames) == [[], ["remark"], ["items", "positions"]])
    }

    @Test("Where nothing is stored, `was` does no harm")
    func harmless() throws {
        #expect(try endpoint("NotDurable").formerNames == ["Plain"])
    }

    @Test("A former name is one of this client's, unless it says whose")
    func kinds() {
        #expect(Endpoint.storedKind("PutOrder", of: "Shop") == "Shop.PutOrder")
        #expect(Endpoint.storedKind("OldShop.PutOrder", of: "Shop") == "OldShop.PutOrder")
    }
}
