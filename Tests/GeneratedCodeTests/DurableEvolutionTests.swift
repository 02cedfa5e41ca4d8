import Foundation
import NetTaskDurable
import NetTaskRuntime
import Testing

/// What `nettask diff --stored` says of these specs is what generated code does. Its own test reads the same files.
@Suite("Durable tasks that were stored by an earlier version")
struct DurableEvolutionTests {
    private let order = DurableOld.PlaceOrder(
        id: .max,
        customer: "Ada \"L\"",
        lines: [DurableOld.Line(sku: "a", count: .min, note: "n"), DurableOld.Line(sku: "b", count: 2)],
        size: .large,
        payment: .card(DurableOld.Card(number: "1")),
        at: Date(timeIntervalSinceReferenceDate: 753_940_283.123_456_789),
        site: URL(fileURLWithPath: "/a b"),
        gone: nil
    )

    @Test("are read if the change strands nothing")
    func fine() throws {
        // when
        let new = try DurableNew.SubmitOrder(stored: order.stored())

        // then
        #expect(new.id == Double(order.id))
        #expect(new.client == order.customer)
        #expect(new.lines?.map(\.quantity) == [Int64(Int32.min), 2])
        #expect(new.lines?.map(\.note) == ["n", nil])
        #expect(new.lines?.map(\.added) == [5, 5])
        #expect(new.size == .large)
        #expect(new.at == order.at)
        #expect(new.site == order.site.absoluteString)
        #expect(new.tags == [])
        guard case .absent = new.maybe, case .card(let card) = new.payment else {
            Issue.record("\(new.maybe), \(new.payment)")
            return
        }
        #expect(card.number == "1")
    }

    @Test("are known by their former names")
    func kinds() {
        #expect(DurableNew.SubmitOrder.storedForm.formerKinds.contains("Before.PlaceOrder"))
        #expect(DurableNew.SubmitOrder.storedForm.hash != DurableOld.PlaceOrder.storedForm.hash)
    }

    @Test("are read if a body has become optional")
    func body() throws {
        let old = DurableOld.SendBody(body: DurableOld.Line(sku: "a", count: 3))
        let new = try DurableNew.SendBody(stored: old.stored())
        #expect(new.body?.quantity == 3)
        #expect(new.body?.sku == "a")
    }

    @Test(
        "are an error that states only the place, if the change strands them",
        arguments: [
            (DurableStranding.PlaceOrder.self, "id"), (DurableStranding.Renamed.self, "buyer"),
            (DurableStranding.Closed.self, "size"), (DurableStranding.Alternative.self, "payment.card"),
            (DurableStranding.Narrow.self, "id"), (DurableStranding.Required.self, "gone"),
            (DurableStranding.Shapes.self, "lines[0]"), (DurableStranding.SendBody.self, "added"),
        ] as [(any DurableNetTask.Type, String)]
    )
    func stranded(type: any DurableNetTask.Type, path: String) throws {
        let stored = try order.stored()
        let error = #expect(throws: ParseError.self) { _ = try type.init(stored: stored) }
        #expect(error?.path == path)
    }
}
