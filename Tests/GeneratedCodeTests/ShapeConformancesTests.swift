import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

@Suite("`conformances`, `only` and `deprecated` in generated code")
struct ShapeConformancesTests {
    private let kept = Shapes.Kept(
        id: 1,
        next: Shapes.Kept(id: 2, mark: .unknown("z"), extra: ["a": [1.50, nil]], note: .null, part: .kind(.y)),
        later: .value(Shapes.Kept(id: 3, note: .value("n"), part: .list([.text("t"), .kept(Shapes.Kept(id: 4))])))
    )

    @Test("a Hashable and Codable shape can be compared and stored, with boxes and nulls")
    func codable() throws {
        // when
        let data = try JSONEncoder().encode(kept)
        let back = try JSONDecoder().decode(Shapes.Kept.self, from: data)

        // then
        #expect(back == kept)
        #expect(Set([kept, back]).count == 1)
        #expect(back.next?.note == .null)
        #expect(back.note == .absent)
        #expect(kept.id == kept[keyPath: \.id])
        #expect(try JSONDecoder().decode(Shapes.Kept.self, from: Data(#"{"id":9,"mark":"a"}"#.utf8)).later == .absent)
    }

    @Test("an Identifiable shape uses its field `id`, and a closed enumeration lists its cases")
    func others() {
        func identifier<Value: Identifiable>(of value: Value) -> Value.ID { value.id }
        #expect(identifier(of: kept) == 1)
        #expect(Shapes.Kind.allCases == [.x, .y])
    }

    @Test("a field that is only sent is never read, and one that is only read is never sent")
    func oneWay() async throws {
        // given
        let account = Shapes.Account(
            name: "Ada",
            password: "hush-hush",
            created: Date(timeIntervalSince1970: 0),
            score: 5,
            plan: 7,
            planName: "pro"
        )
        let reply = """
            {"name":"Ada","password":"hush-hush","level":9,"meta":{"created":"2026-11-21T00:00:00Z"},"score":8,"plan":2}
            """

        // when
        let (request, response) = try await RecordingServer.run(answer: { _ in .text(reply) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(Shapes.SaveAccount(body: account))
            return (try #require(await server.requests.first), response)
        }
        let form = try Shapes.CreateAccount(account: account).pack()

        // then
        #expect(request.text == #"{"name":"Ada","password":"hush-hush","level":3,"plan":"pro"}"#)
        #expect(form.json == "name=Ada&password=hush-hush&level=3&plan=pro")
        #expect(response.password == nil)
        #expect(response.level == 3)
        #expect(response.created == Date(timeIntervalSince1970: 1_795_219_200))
        #expect(response.score == 8)
        #expect(response.plan == 2)
        #expect(response.planName == nil)
    }

    @available(*, deprecated)
    @Test("a deprecated endpoint works as before")
    func deprecated() async throws {
        let reply = #"{"kept":{"id":1,"mark":"a"},"count":null}"#
        let response = try await RecordingServer.run(answer: { _ in .text(reply) }) { _, baseURL in
            try await HTTPNetTaskQueue(baseURL: baseURL).run(Shapes.GetKept(page: 1))
        }
        #expect(response.kept.mark == .a)
        #expect(response.count == nil)
    }
}
