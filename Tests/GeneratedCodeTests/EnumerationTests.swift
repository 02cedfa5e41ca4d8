import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

@Suite("Enumerations in generated code")
struct EnumerationTests {
    @Test("values that the spec does not list are kept, and sent unchanged")
    func unknown() async throws {
        // given
        let reply =
            #"[{"order":"newest","level":3,"state":"odd"},{"order":"asc","level":2,"size":"small","state":"none"},{}]"#
        let task = Shapes.ListOrdered(order: .unknown("a b"), level: .unknown(7), others: [.asc, .unknown("x")])

        // when
        let (request, list) = try await RecordingServer.run(answer: { _ in .text(reply) }) { server, baseURL in
            let list = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            return (try #require(await server.requests.first), list)
        }

        // then
        #expect(request.target == "/list/a%20b?level=7&others=asc&others=x")
        #expect(list.map(\.order) == [.unknown("newest"), .asc, .desc])
        #expect(list.map(\.level) == [.unknown(3), .high, nil])
        #expect(list.map(\.state) == [.unrecognized("odd"), .unknown, nil])
        #expect(list[1].size == .small)
    }

    @Test("the listed values can be iterated, as for a menu")
    func known() {
        #expect(JSONPlaceholder.Order.knownCases == [.asc, .desc])
        #expect(Shapes.State.knownCases.map(\.rawValue).contains("none"))
    }

    @Test("a closed enumeration rejects them")
    func closed() async throws {
        let error = await #expect(throws: NetTaskError<Never>.self) {
            try await RecordingServer.run(answer: { _ in .text(#"[{"size":"huge"}]"#) }) { _, baseURL in
                try await HTTPNetTaskQueue(baseURL: baseURL).run(Shapes.ListOrdered(order: .asc, others: []))
            }
        }
        guard case .parse(let parse)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(parse.path == "[0].size")
        #expect(parse.reason == #""huge" is not a valid Size"#)
    }

    @Test("a known value is equal however it was created")
    func equality() {
        #expect(Shapes.Order.unknown("asc") == .asc)
        #expect(Set([Shapes.Order.unknown("asc"), .asc, .desc]).count == 2)
        #expect(Shapes.Order(rawValue: "desc") == .desc)
        #expect(Shapes.State.done.rawValue == #"it is "done""#)
        #expect(Shapes.State(rawValue: Shapes.State.long.rawValue) == .long)
    }
}
