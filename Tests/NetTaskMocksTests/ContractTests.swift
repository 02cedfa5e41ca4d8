import Foundation
import HTTPTypes
import NetTaskHTTP
import NetTaskMocks
import Testing

/// The comparison of servers with a description.
@Suite struct ContractTests {
    private static let shop = """
        nettask: 1
        client: Shop
        baseURL: https://shop.example/v1
        defaults: {encoding: json}
        shapes:
          Order:
            fields: {id: Int, item: {type: String, minLength: 1, maxLength: 40}, state: State, price: Double?, tags: "[String]?"}
          State: {enum: [open, paid]}
          Draft: {fields: {item: {type: String, maxLength: 40}, note: String?, amounts: "[Int]?"}}
        endpoints:
          ListOrders:
            uri: orders
            params: {state: State?, limit: {type: Int?, minimum: 1, maximum: 50}, tags: {type: "[String]?", style: comma}}
            response: [Order]
          GetOrder: {uri: "orders/{id}", params: {id: Int}, response: Order}
          DeleteOrder: {method: DELETE, uri: "orders/{id}", params: {id: Int}}
          CreateOrder: {method: POST, uri: orders, body: Draft, response: {201: Order}}
          Upload: {method: POST, uri: files, encoding: multipart, params: {name: String, content: File}, response: none}
          Subscribe: {method: POST, uri: lists, encoding: form, params: {email: String, topics: "[String]"}, response: none}
        """

    private func differences(_ status: Int, _ json: String, _ name: String = "GetOrder") throws -> [MockProblem] {
        let description = try description(Self.shop)
        let endpoint = try #require(description.endpoints.first { $0.name == name })
        let headers: HTTPFields = [.contentType: "application/json"]
        return MockContract(description).differences(status, headers, Data(json.utf8), from: endpoint)
    }

    @Test func replyOfTheSpecHasNoDifference() throws {
        #expect(try differences(200, #"{"id": 1, "item": "book", "state": "paid", "price": 2.5}"#).isEmpty)
    }

    @Test(
        arguments: [
            (#"{"id": "1", "item": "book", "state": "paid"}"#, "body.id"),
            (#"{"id": 1, "item": "", "state": "paid"}"#, "body.item"),
            (#"{"id": 1, "state": "paid"}"#, "body.item"),
            (#"{"id": 1, "item": "book", "state": "paid", "color": "red"}"#, "body.color"),
            (#"{"id": 1, "item": "book", "state": "paid", "tags": ["a", 2]}"#, "body.tags[1]"),
            ("[1", "body"),
        ]
    )
    func differenceHasItsPlace(json: String, path: String) throws {
        #expect(try differences(200, json).first?.path == path)
    }

    @Test func unknownStatusIsADifference() throws {
        let problem = try differences(418, "{}").first
        #expect(problem?.path == "status")
        #expect(problem?.found == "418")
    }

    @Test func otherContentTypeIsADifference() throws {
        let description = try description(Self.shop)
        let headers: HTTPFields = [.contentType: "text/html"]
        let found = MockContract(description).differences(
            200,
            headers,
            Data("<p>".utf8),
            from: description.endpoints[0]
        )
        #expect(found.first?.path == "header Content-Type")
    }

    @Test func findingsOfOneKindAreCountedOnce() throws {
        let description = try description(Self.shop)
        var findings = MockFindings()
        let problems = (0..<3).map { MockProblem(path: "body[\($0)].id", found: "\"x\"", expected: "a whole number") }
        findings.add(problems, of: description.endpoints[0])
        #expect(findings.all.map(\.path) == ["body[].id"])
        #expect(findings.all.map(\.count) == [3])
    }

    @Test func madeRequestsMatchTheSpec() throws {
        // Given requests that were made for each endpoint.
        let description = try description(Self.shop)
        let mock = MockAPI(description)
        let maker = MockRequestMaker(description)
        for endpoint in description.endpoints {
            let all = maker.values(for: endpoint)
            #expect(all.count > 1)
            for values in all {
                // Then the mock accepts them.
                let answer = mock.answer(maker.request(values, to: endpoint))
                #expect(answer.status != 400, "\(endpoint.name), \(values.kind): \(answer.text)")
            }
        }
    }

    @Test func aTypicalRequestHasTheExamplesOfParams() throws {
        // given
        let endpoint = "Get: {uri: posts, params: {page: {type: Int, example: 3}, tag: {type: String, example: new}}}"
        let description = try described("endpoints:\n  \(endpoint)")
        // when
        let maker = MockRequestMaker(description)
        let typical = try #require(maker.values(for: description.endpoints[0]).first)
        // then
        #expect(maker.request(typical, to: description.endpoints[0]).target == "/posts?page=3&tag=new")
    }

    @Test func repliesOfTheMockMatchTheSpec() throws {
        let description = try description(Self.shop)
        let contract = MockContract(description)
        for varies in [false, true] {
            let mock = MockAPI(description, options: MockOptions(varies: varies))
            let maker = MockRequestMaker(description)
            for endpoint in description.endpoints {
                for values in maker.values(for: endpoint) {
                    let answer = mock.answer(maker.request(values, to: endpoint))
                    guard answer.status != 404 else { continue }
                    let found = contract.differences(
                        answer.status,
                        answer.headers,
                        Data(answer.text.utf8),
                        from: endpoint
                    )
                    // A reply that varies has unknown cases, which the contract reports.
                    let other = found.filter { !$0.found.contains("unknown_case") }
                    #expect(other.isEmpty, "\(endpoint.name), \(values.kind): \(other)")
                }
            }
        }
    }

    @Test func idsOfListsAreKnown() throws {
        // Given the reply of a list.
        let description = try description(Self.shop)
        var known = MockKnownThings(description)
        let get = try #require(description.endpoints.first { $0.name == "GetOrder" })
        #expect(known.needsID(get))
        known.record(from: Data(#"[{"id": 77, "item": "a", "state": "open"}]"#.utf8), of: description.endpoints[0])
        // Then requests for a thing have its id.
        let maker = MockRequestMaker(description)
        let values = known.applied(to: maker.values(for: get)[0], of: get)
        #expect(maker.request(values, to: get).target == "/orders/77")
        #expect(!known.needsID(get))
        // When the thing is removed, its id is unknown again.
        let delete = try #require(description.endpoints.first { $0.name == "DeleteOrder" })
        known.forget(delete)
        #expect(known.needsID(get))
    }

    @Test func smallerRequestsLackOneOptionalPart() throws {
        let description = try description(Self.shop)
        let maker = MockRequestMaker(description)
        let create = try #require(description.endpoints.first { $0.name == "CreateOrder" })
        let smaller = maker.smaller(maker.values(for: create)[0])
        #expect(smaller.count == 2)
    }
}
