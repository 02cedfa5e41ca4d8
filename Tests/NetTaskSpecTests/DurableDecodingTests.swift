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

    @Test("A version is the text in the spec")
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

    @Test("Without stored tasks, `was` has no effect")
    func harmless() throws {
        #expect(try endpoint("NotDurable").formerNames == ["Plain"])
    }

    @Test("Two clients of one run cannot have one former name, or one the name of the other's task")
    func formerNamesOfClients() {
        // given
        let texts = [
            "nettask: 1\nclient: A\nendpoints: {Save: {uri: a, durable: true, was: [Old.Save, B.Load]}}\n",
            "nettask: 1\nclient: B\nendpoints: {Store: {uri: a, durable: true, was: Old.Save}, Load: {uri: a, durable: true}}\n",
            "nettask: 1\nclient: C\nendpoints: {Plain: {uri: a, was: Old.Save}, Own: {uri: a, durable: true, was: Plain}}\n",
        ]

        // when
        let result = SpecReader.read(
            sources: texts.enumerated().map { .init(path: "\($0.offset).nettask.yaml", text: $0.element) }
        )

        // then
        #expect(result.specs.map(\.client.swift) == ["C"])
        #expect(
            result.diagnostics.map { "\($0.place) \($0.message)" } == [
                "0.nettask.yaml:3:13 the former name `B.Load` is also the name of an endpoint of the client `B`",
                "1.nettask.yaml:3:13 the former name `Old.Save` is also a former name of an endpoint of the client `A`",
            ]
        )
    }

    @Test("A former name belongs to this client, unless it names another")
    func kinds() {
        var put = Endpoint(name: Name("Put"), uri: URITemplate(written: "", parts: []))
        #expect(put.storedKind("PutOrder", of: "Shop") == "Shop.PutOrder")
        #expect(put.storedKind("OldShop.PutOrder", of: "Shop") == "OldShop.PutOrder")
        put.group = Name("Orders")
        #expect(put.storedKind(of: "Shop") == "Shop.Orders.Put")
        #expect(put.storedKind("PutOrder", of: "Shop") == "Shop.Orders.PutOrder")
        #expect(put.storedKind("Shop.PutOrder", of: "Shop") == "Shop.PutOrder")
        #expect(put.formerName(of: "Shop.Orders.PutOrder", in: "Shop") == "PutOrder")
        #expect(put.formerName(of: "Shop.PutOrder", in: "Shop") == "Shop.PutOrder")
    }
}
