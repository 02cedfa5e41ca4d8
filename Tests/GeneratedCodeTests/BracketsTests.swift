import Foundation
import NetTaskRuntime
import Testing

private typealias Pair = RecordedRequest.Pair

@Suite("Shapes and dictionaries in queries and forms")
struct BracketsTests {
    private let filter = Brackets.Filter(
        status: "open & shut",
        owner: Brackets.Owner(id: 3, isAdmin: false),
        tagNames: ["a", "b"],
        inner: Brackets.Filter(owner: Brackets.Owner(id: 4), tagNames: ["c"]),
        labels: ["x]": [1, 2], "y": []],
        since: Date(timeIntervalSince1970: 5),
        order: .desc,
        ratio: 0.5,
        kept: "kept",
        odd: "odd"
    )

    private let pairs = [
        Pair("filter[status]", "open & shut"), Pair("filter[owner][id]", "3"), Pair("filter[owner][is_admin]", "false"),
        Pair("filter[tag-names][]", "a"), Pair("filter[tag-names][]", "b"), Pair("filter[inner][owner][id]", "4"),
        Pair("filter[inner][tag-names][]", "c"), Pair("filter[labels][x]][]", "1"), Pair("filter[labels][x]][]", "2"),
        Pair("filter[since]", "5"), Pair("filter[order]", "desc"), Pair("filter[ratio]", "0.5"),
        Pair("filter[a b&[c]]", "odd"),
    ]

    @Test("in a query, the name of a value includes the names of the values around it")
    func query() async throws {
        // when
        let request = try await send(
            Brackets.Find(
                filter: filter,
                labels: ["b": ["x": Brackets.Owner(id: 2)], "a": ["y": Brackets.Owner(id: 1), "x": .init(id: 0)]],
                after: 9
            )
        ).request

        // then
        #expect(
            request.query == pairs + [
                Pair("my labels[a][x][id]", "0"), Pair("my labels[a][y][id]", "1"), Pair("my labels[b][x][id]", "2"),
                Pair("after", "9"),
            ]
        )
        #expect(request.target.hasPrefix("/find?filter%5Bstatus%5D=open%20%26%20shut&filter%5Bowner%5D%5Bid%5D=3&"))
    }

    @Test("in a form, names are built in the same way")
    func form() async throws {
        let request = try await send(Brackets.Send(filter: filter, query: ["a b": "c d", "e": nil])).request
        #expect(request.form == pairs)
        #expect(request.text.hasPrefix("filter%5Bstatus%5D=open+%26+shut&"))
        #expect(request.text.contains("filter%5Ba+b%26%5Bc%5D%5D=odd"))
        #expect(request.target == "/send?query%5Ba%20b%5D=c%20d")
    }

    @Test("empty lists, shapes and dictionaries are not sent")
    func nothing() async throws {
        let request = try await send(Brackets.Find(filter: Brackets.Filter(), labels: [:])).request
        #expect(request.target == "/find")
    }

    @Test("the fields of a request object are sent in the same way")
    func requestObject() async throws {
        let page = Brackets.Page(number: 1, filter: Brackets.Filter(status: "open"))
        let request = try await send(Brackets.Search(page: page, more: ["k": "v"])).request
        #expect(request.query == [Pair("number", "1"), Pair("filter[status]", "open"), Pair("more[k]", "v")])
    }

    @Test("lists of shapes have numbers, and alternatives are written as their type")
    func choices() async throws {
        // given
        let items = [
            Brackets.Item(price: "a", taxes: [Brackets.Tax(rate: 0.5), .init(rate: 1)], trial: .now(.now)),
            Brackets.Item(price: "b", trial: .int(5)),
        ]
        let order = Brackets.PlaceOrder(
            trial: .int(3),
            items: items,
            more: .items([Brackets.Item(price: "c")]),
            metadata: .values(["k": "v"]),
            source: .bank(Brackets.Bank(object: "Bank", holder: Brackets.Owner(id: 1))),
            ends: .now(.now),
            trials: [.int(1), .now(.now)]
        )

        // when
        let request = try await send(order).request

        // then
        #expect(request.target == "/order/3?ends=now")
        #expect(request.headers["trials"] == "1,now")
        #expect(
            request.form == [
                Pair("items[0][price]", "a"), Pair("items[0][taxes][0][rate]", "0.5"),
                Pair("items[0][taxes][1][rate]", "1.0"), Pair("items[0][trial]", "now"),
                Pair("items[1][price]", "b"), Pair("items[1][trial]", "5"),
                Pair("more[0][price]", "c"), Pair("metadata[k]", "v"),
                Pair("source[object]", "Bank"), Pair("source[holder][id]", "1"),
            ]
        )
    }

    @Test("an empty text that clears a value is sent with its name, and a discriminator with its object")
    func clearing() async throws {
        // given
        let order = Brackets.PlaceOrder(
            trial: .now(.now),
            items: [],
            more: .nothing(.nothing),
            metadata: .nothing(.nothing),
            source: .card(Brackets.Card(number: "4"))
        )

        // then
        #expect(
            try await send(order).request.form == [
                Pair("more", ""), Pair("metadata", ""), Pair("source[object]", "Card"), Pair("source[number]", "4"),
            ]
        )
        let number = Brackets.Number(metadata: .nothing(.nothing), more: .items([Brackets.Item(price: "c")]))
        #expect(try await send(number).request.form == [Pair("metadata", ""), Pair("more.1.price", "c")])
    }

    @Test("values are nested up to the limit")
    func depth() throws {
        // given
        func nested(_ levels: Int) -> Brackets.Filter {
            (1..<levels).reduce(Brackets.Filter(status: "s")) { filter, _ in Brackets.Filter(inner: filter) }
        }

        // then
        let names = String(repeating: "%5Binner%5D", count: 99)
        #expect(try Brackets.Find(filter: nested(100)).pack().query == "filter\(names)%5Bstatus%5D=s")
        #expect(throws: PackError.self) { try Brackets.Find(filter: nested(600)).pack() }
    }

    @Test("an empty name is a valid name")
    func emptyNames() async throws {
        let request = try await send(Brackets.Send(filter: Brackets.Filter(labels: ["": [1]]), query: ["": "a"]))
            .request
        #expect(request.form == [Pair("filter[labels][][]", "1")])
        #expect(request.query == [Pair("query[]", "a")])
    }

    @Test("a nested secret is never shown, in any style")
    func secret() throws {
        let task = Brackets.Search(
            page: Brackets.Page(number: 1, filter: Brackets.Filter(secret: "hunter 2")),
            more: ["k": "hunter 3"]
        )
        let message = try task.pack()
        #expect(message.query.contains("hunter%202"))
        #expect(message.query.contains("hunter%203"))
        var dumped = ""
        dump(message, to: &dumped)
        dump(task, to: &dumped)
        #expect(!dumped.contains("hunter"))
    }

    @Test("a value that cannot be sent is reported with the names around it")
    func failure() {
        let error = #expect(throws: PackError.self) {
            try Brackets.Find(filter: Brackets.Filter(inner: Brackets.Filter(ratio: .infinity))).pack()
        }
        #expect(error?.parameter == "filter.inner.ratio")
    }
}
