import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

@Suite("`oneOf` in generated code")
struct OneOfTests {
    /// Sends the task to a server that answers with `reply`, or with the body that it was sent.
    private func send<Task: HTTPNetTask>(_ task: Task, reply: String? = nil) async throws -> (
        sent: String, response: Task.Response
    ) {
        try await RecordingServer.run(answer: { .text(reply ?? $0.text) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            return (try #require(await server.requests.first).text, response)
        }
    }

    /// What is wrong with a reply.
    private func parseError<Task: HTTPNetTask>(_ task: Task, reply: String) async -> ParseError? {
        do {
            _ = try await send(task, reply: reply)
        } catch NetTaskError<Never>.parse(let error) {
            return error
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    // MARK: With a discriminator

    @Test("the discriminator selects the alternative at any position, and is sent first")
    func discriminator() async throws {
        // given
        let cat = Shapes.Cat(name: "Tom", lives: 9, friend: .dog(Shapes.Dog(type: "Dog", breed: "pug")))

        // when
        let (sent, pet) = try await send(
            Shapes.SendPet(body: .cat(cat)),
            reply: #"{"name":"Tom","friend":{"breed":"pug","type":"Dog"},"lives":9,"type":"Cat"}"#
        )

        // then
        #expect(sent == #"{"type":"Cat","name":"Tom","lives":9,"friend":{"type":"Dog","breed":"pug"}}"#)
        guard case .cat(let read) = pet, case .dog(let friend)? = read.friend else {
            Issue.record("\(pet)")
            return
        }
        #expect(read.name == "Tom")
        #expect(read.lives == 9)
        #expect(friend.breed == "pug")
    }

    @Test("an object of an unknown kind is kept completely, and can be sent back")
    func unknown() async throws {
        // given
        let text = #"{"age":1.50,"type":"Bird","wings":[1,2]}"#

        // when
        let pets = try await send(Shapes.GetPets(), reply: "[" + text + #",{"type":"Dog","breed":"pug"}]"#).response
        guard pets.count == 2, case .unknown(let value) = pets[0], case .dog = pets[1] else {
            Issue.record("\(pets)")
            return
        }
        let sent = try await send(Shapes.SendPet(body: pets[0])).sent

        // then
        #expect(value.description == text)
        #expect(sent == text)
    }

    @Test("a closed `oneOf` rejects an unknown kind, and names it")
    func closed() async throws {
        // given
        let task = Shapes.SendAnimal(animal: .houseCat(Shapes.Cat(name: "Tom")))

        // when
        let sent = try await send(task, reply: #"{"animal":{"kind":"dog","type":"x","breed":"pug"}}"#).sent
        let error = await parseError(task, reply: #"{"animal":{"kind":"bird"}}"#)
        let missing = await parseError(task, reply: #"{"animal":{}}"#)

        // then
        #expect(sent == #"{"animal":{"kind":"house-cat","name":"Tom"}}"#)
        #expect(error?.reason == #""bird" is not a valid Animal"#)
        #expect(error?.path == "animal.kind")
        #expect(missing?.path == "animal.kind")
    }

    // MARK: Without one

    @Test("alternatives are tried in order, and the first valid one is used")
    func order() async throws {
        // given
        let task = Shapes.SendAnswers(
            answers: [.text("a"), .count(1), .flags([true]), .other([nil]), .cat(Shapes.Cat(name: "Tom"))]
        )
        let reply = #"""
            {"answers":["2026-11-21T10:00:00Z","x",5,[true,false],[true,1],{"name":"Tom","friend":{"type":"Bird"}},
             {"name":1},null],"best":null}
            """#

        // when
        let (sent, response) = try await send(task, reply: reply)

        // then
        #expect(sent == #"{"answers":["a",1,[true],[null],{"name":"Tom"}]}"#)
        let kinds = response.answers.map { answer in
            switch answer {
            case .cat: "cat"
            case .when: "when"
            case .text: "text"
            case .count: "count"
            case .flags: "flags"
            case .other(let value): value.description
            }
        }
        #expect(kinds == ["when", "text", "count", "flags", "[true,1]", "cat", #"{"name":1}"#, "null"])
        #expect(response.best == nil)
    }

    @Test("if no alternative is valid, the error has the reason for each")
    func none() async throws {
        // when
        let error = await parseError(Shapes.SendTree(body: .leaf(1)), reply: #"[1,{"left":2,"right":{"left":true}}]"#)

        // then
        #expect(error?.path == "")
        #expect(
            error?.reason == """
                it is not a valid Tree. Int: expected an integer, found an array; Array<Tree>: [1]: it is not a valid Tree. \
                Int: expected an integer, found an object; Array<Tree>: expected an array, found an object; \
                Node: right: it is not a valid Tree. Int: expected an integer, found an object; Array<Tree>: expected an array, \
                found an object; Node: left: it is not a valid Tree. Int: expected an integer, found true; Array<Tree>: expected \
                an array, found true; Node: expected an object, found true; Node: expected an object, found an array
                """
        )
    }

    @Test("a recursive `oneOf` is read and sent up to the depth limit of JSON")
    func recursion() async throws {
        // given
        let node = Shapes.Node(
            left: .leaf(1),
            right: .trees([.leaf(2), .trees([])]),
            next: Shapes.Node(left: .leaf(3))
        )
        let deepest = String(repeating: "[", count: 511) + "[]" + String(repeating: "]", count: 511)

        // when
        let sent = try await send(Shapes.SendTree(body: .node(node))).sent
        let tree = try await send(Shapes.SendTree(body: .leaf(1)), reply: deepest).response
        let back = try await send(Shapes.SendTree(body: tree)).sent

        // then
        #expect(sent == #"{"left":1,"right":[2,[]],"next":{"left":3}}"#)
        #expect(back == deepest)
    }

    @Test("a reply that would make the reader try endlessly is rejected", .timeLimit(.minutes(5)))
    func hostile() async throws {
        // given: at each level two alternatives read all that is inside, and fail at its end
        let depth = 60
        let text = String(repeating: #"{"left":"#, count: depth) + "true" + String(repeating: "}", count: depth)

        // when
        let error = await parseError(Shapes.GetTerm(), reply: text)

        // then
        #expect(error?.reason == "nested alternatives were tried too often")
    }
}
