import Foundation
import NetTaskHTTP
import NetTaskMocks
import Testing

/// `bazaar.nettask.yaml`.
@Suite("Mocks of generated types")
struct MockTests {
    @Test("have different identifiers, unless their seed is the same")
    func seeds() {
        // when
        let orders = (0..<50).map { _ in Bazaar.Order.mock() }
        let same = [Bazaar.Order.mock(seed: 7), .mock(seed: 7)]

        // then
        #expect(Set(orders.map(\.id)).count == 50)
        #expect(Set(same.map(\.id)).count == 1)
        #expect(same[0].item == same[1].item && same[0].token == same[1].token)
        #expect(Bazaar.Order.mock(seed: .min).id > 0 && Bazaar.Order.mock(seed: .max).id > 0)
    }

    @Test("are changed by a closure, whose errors are thrown")
    func change() throws {
        // when
        let order = Bazaar.Order.mock(seed: 7) { $0.id = 1 }

        // then
        #expect(order.id == 1)
        #expect(order.item == Bazaar.Order.mock(seed: 7).item)
        #expect(throws: CancellationError.self) {
            try Bazaar.Order.mock { _ in throw CancellationError() }
        }
    }

    @Test("exist for all kinds of shapes, and end")
    func shapes() {
        #expect(Bazaar.State.knownCases.contains(.mock()))
        #expect(Set((1...4).map { Bazaar.Size.mock(seed: $0) }).count == 2)
        #expect(Bazaar.Folder.mock().name != "")
        guard case .book(let book) = Bazaar.Item.mock() else {
            Issue.record("the first alternative is a book")
            return
        }
        #expect(book.pages > 0)
        let box = Bazaar.Box.mock()
        #expect(box.weight > 0)
        #expect(box.days.count > 0)
    }

    @Test("exist for shapes that only requests contain")
    func requests() {
        // when
        let draft = Bazaar.Draft.mock { $0.item = "lamp" }

        // then
        #expect(draft.item == "lamp")
        #expect(draft.local == nil)
        guard case .first = draft.choice, case .word = draft.wish else {
            Issue.record("\(draft)")
            return
        }
    }

    @Test("exist for responses that tasks declare")
    func responses() {
        #expect(Bazaar.GetWeather.Response.mock { $0.degrees = 5 }.degrees == 5)
        #expect(Bazaar.GetTotal.Response.mock().limit > 0)
        #expect(Bazaar.GetFolder.Response.mock().body.id > 0)
        #expect(Bazaar.GetWeather.Response.mock(seed: 3).place == Bazaar.GetWeather.Response.mock(seed: 3).place)
        guard case .ok = Bazaar.Export.Response.mock(), case .json = Bazaar.Print.Response.mock() else {
            Issue.record("the first success is made")
            return
        }
    }

    @Test("do not show secrets")
    func secrets() {
        // given
        let order = Bazaar.Order.mock { $0.token = "hush" }

        // then
        var text = ""
        dump(order, to: &text)
        #expect(!text.contains("hush") && !"\(order)".contains("hush"))
    }
}
