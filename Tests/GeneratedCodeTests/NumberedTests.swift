import Foundation
import NetTaskDurable
import NetTaskRuntime
import Testing

private typealias Pair = RecordedRequest.Pair

@Suite("Lists, shapes and dictionaries with numbers")
struct NumberedTests {
    private let entries = [
        Numbered.Entry(
            id: "a b",
            kind: .dated,
            attributes: ["k2": .init(dataType: "String", stringValue: "v"), "k1": .init(dataType: "Binary")],
            dates: [Date(timeIntervalSince1970: 5)],
            rows: [[1, 2], [3]]
        ),
        Numbered.Entry(id: "c"),
    ]

    private func pairs(below name: String) -> [Pair] {
        [
            Pair("\(name).1.Id", "a b"), Pair("\(name).1.Kind", "dated"),
            Pair("\(name).1.Attribute.1.Name", "k1"), Pair("\(name).1.Attribute.1.Value.DataType", "Binary"),
            Pair("\(name).1.Attribute.2.Name", "k2"), Pair("\(name).1.Attribute.2.Value.DataType", "String"),
            Pair("\(name).1.Attribute.2.Value.StringValue", "v"),
            Pair("\(name).1.Dates.1", "5"), Pair("\(name).1.Rows.1.1", "1"), Pair("\(name).1.Rows.1.2", "2"),
            Pair("\(name).1.Rows.2.1", "3"), Pair("\(name).2.Id", "c"),
        ]
    }

    @Test("in a form, each element has its number")
    func form() async throws {
        let task = Numbered.Send(entries: entries, tags: ["y": nil, "x": "1"], keys: ["hunter 2"])
        let request = try await send(task).request
        #expect(
            request.form == pairs(below: "Entries.member") + [
                Pair("Tag.1.Name", "x"), Pair("Tag.1.Value", "1"), Pair("Tag.2.Name", "y"), Pair("Keys.1", "hunter 2"),
                Pair("Action", "SendMessageBatch"),
            ]
        )
    }

    @Test("in a query, the fields of a request object and of shapes have numbers, too")
    func query() async throws {
        let owner = Numbered.Value(dataType: "x", stringValue: "y")
        let request = try await send(Numbered.Find(page: Numbered.Page(entries: entries), owner: owner)).request
        #expect(
            request.query == pairs(below: "Entry") + [Pair("Owner.DataType", "x"), Pair("Owner.StringValue", "y")]
        )
        #expect(request.target.hasPrefix("/find?Entry.1.Id=a%20b&"))
    }

    @Test("empty lists, shapes and dictionaries are not sent")
    func nothing() async throws {
        let request = try await send(Numbered.Send(entries: [])).request
        #expect(request.form == [Pair("Action", "SendMessageBatch")])
    }

    @Test("a stored durable task is sent in the same way")
    func stored() async throws {
        let task = try Numbered.Store(stored: Numbered.Store(entries: entries).stored())
        let request = try await send(task).request
        #expect(request.form == pairs(below: "Entries"))
    }

    @Test("a secret is never shown")
    func secret() throws {
        let task = Numbered.Send(entries: [], keys: ["hunter 2"])
        var dumped = ""
        dump(try task.pack(), to: &dumped)
        dump(task, to: &dumped)
        #expect(!dumped.contains("hunter"))
    }
}
