import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("Examples of a spec")
struct ExampleTests {
    @Test("tasks are sent with the values of their examples")
    func tasks() async throws {
        #expect(try Examples.Get.example.pack().uri == "owners/7")
        #expect(try Examples.Find.example.pack().query == "name=Ada&joined=1795244400.5&page=1")
        let upload = try await send(Examples.Upload.example).request.text
        #expect(upload.contains("\r\n\r\ntext\r\n"))
    }

    @Test("a reply can be compared with the example of its shape")
    func replies() throws {
        let body = Data(#"{"name": "Ada", "joined": 1795244400.5}"#.utf8)
        let owner = try Examples.Get.example.parse(HTTPReply(status: .ok, body: body))
        #expect(owner.name == Examples.Owner.example.name)
        #expect(owner.joined == Examples.Owner.example.joined)
    }

    @Test("values of all types are those of the spec")
    func values() throws {
        let example = Examples.Everything.example
        #expect(example.int == -7 && example.large == .max && example.float == 3 && example.double == 0.001)
        #expect(example.decimal == Decimal(string: "12.50"))
        #expect(example.string == "a \"b\" \\(c)\n")
        #expect(example.date == Date(timeIntervalSince1970: 1_795_244_400))
        #expect(example.url.absoluteString == "https://example.com/a?b=c#d")
        #expect(example.uuid.uuidString == "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
        #expect(example.data == Data("hi".utf8))
        #expect(example.json == ["a": [1, 0.5, true, nil, "text"], "b": [:]])
        #expect(example.optionalJSON == [1])
        #expect(example.dictionary == ["a": [true], "b": []] && example.empty.isEmpty)
        #expect(example.state == Examples.State.none)
        #expect(example.null == nil && example.patch == .null && example.patched == .value(.open))
        #expect(example.given == 3 && example.secret == "<secret>")
    }

    @Test("enumerations, alternatives and nested shapes have examples")
    func nested() throws {
        #expect(Examples.State.example == .none && Examples.Closed.example.rawValue == 2)
        #expect(Examples.Page.example.owners.map(\.name) == ["Ada"])
        #expect(Examples.Page.example.state == .none && Examples.Page.example.node == nil)
        #expect(Examples.Node.example.next?.next?.value == 3)
        guard case .owner(let owner) = Examples.Choice.example, case .node(let node) = Examples.Tagged.example else {
            Issue.record("they are other cases")
            return
        }
        #expect(owner.name == "Cy" && node.value == 9)
        #expect(Examples.Names.example.example.name == "Bob" && Examples.Names.example.inout == 3)
    }

    @Test("a secret of an example is never shown")
    func secret() throws {
        var dumped = ""
        dump(Examples.Everything.example, to: &dumped)
        dump(Examples.Send.example, to: &dumped)
        dump(try Examples.Send.example.pack(), to: &dumped)
        #expect(!dumped.contains("hunter"))
    }
}
