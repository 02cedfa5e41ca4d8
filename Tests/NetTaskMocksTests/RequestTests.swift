import Foundation
import HTTPTypes
import NetTaskHTTP
import NetTaskMocks
import Testing

/// What the mock says about requests.
@Suite struct RequestTests {
    private static let shop = """
        nettask: 1
        client: Shop
        baseURL: https://shop.example/v1
        auth: {key: {type: apiKey, name: X-Key}}
        shapes:
          Problem: {fields: {code: Int, message: String}}
          Order: {fields: {id: Int, item: String, count: Int}}
        endpoints:
          Search:
            uri: search
            params:
              limit: {type: Int?, minimum: 1, maximum: 100}
              tags: {type: "[String]?", style: comma}
              since: {type: Date?, format: date}
            response: [Order]
          CreateOrder:
            method: POST
            uri: orders
            encoding: json
            params: {item: String, count: Int}
            response: Order
          PlaceOrder:
            method: POST
            uri: placed
            params: {item: String, count: Int}
            response: Order
            errors: {400: Problem}
          SecretOrder: {uri: secret, auth: key, response: Order}
        """

    @Test func invalidParamIsRefusedWithItsPlace() throws {
        // Given a request with a param that is out of range.
        let shop = try mock(Self.shop)
        let answer = shop.get("/v1/search?limit=0&since=tomorrow")
        // Then the reply is problem+json with each param, the expected value, and the place in the spec.
        #expect(answer.status == 400)
        #expect(answer.headers[.contentType] == "application/problem+json")
        let problem = try answer.json
        #expect(problem["spec"]?.stringValue?.hasPrefix("shop.nettask.yaml:") == true)
        #expect(problem["errors"]?.arrayValue?.compactMap { $0["name"]?.stringValue } == ["limit", "since"])
        #expect(problem["errors"]?[0]?["in"] == "query")
        #expect(problem["errors"]?[0]?["expected"]?.stringValue?.contains("1") == true)
    }

    @Test func missingMemberOfTheBodyIsRefused() throws {
        let answer = try mock(Self.shop).send("POST", "/v1/orders", ["item": "book"])
        #expect(answer.status == 400)
        #expect(try answer.json["errors"]?[0]?["name"] == "count")
    }

    @Test func bodyThatIsNotJSONIsRefused() throws {
        let request = MockRequest(
            "POST",
            "/v1/orders",
            headers: [.contentType: "application/json"],
            body: Data("{".utf8)
        )
        #expect(try mock(Self.shop).answer(request).status == 400)
    }

    @Test func wrongContentTypeIsRefused() throws {
        let request = MockRequest("POST", "/v1/orders", headers: [.contentType: "text/plain"], body: Data("x".utf8))
        let answer = try mock(Self.shop).answer(request)
        #expect(answer.status == 400)
        #expect(try answer.json["errors"]?[0]?["expected"] == "application/json")
    }

    @Test func formHasTypedValues() throws {
        let request = MockRequest(
            "POST",
            "/v1/placed",
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Data("item=a+book&count=2".utf8)
        )
        #expect(try mock(Self.shop).answer(request).status == 200)
    }

    @Test func refusalHasTheErrorBodyOfTheSpec() throws {
        // Given an endpoint whose spec states the body of 400.
        let request = MockRequest(
            "POST",
            "/v1/placed",
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Data("item=book&count=many".utf8)
        )
        let answer = try mock(Self.shop).answer(request)
        // Then the body is of its type, has the message, and lists the problems too.
        #expect(answer.status == 400)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(try answer.json["code"] == 400)
        #expect(try answer.json["message"]?.stringValue?.contains("`count`") == true)
        #expect(try answer.json["errors"]?[0]?["found"]?.stringValue?.contains("many") == true)
    }

    @Test func unknownPathNamesTheNearestEndpoint() throws {
        let answer = try mock(Self.shop).get("/v1/serch")
        #expect(answer.status == 404)
        #expect(try answer.json["detail"]?.stringValue?.contains("GET /search (Search)") == true)
    }

    @Test func wrongMethodNamesTheMethods() throws {
        let answer = try mock(Self.shop).answer(MockRequest("DELETE", "/v1/orders"))
        #expect(answer.status == 405)
        #expect(answer.headers[.allow] == "POST")
    }

    @Test func pathOfTheBaseURLCanBeMissing() throws {
        #expect(try mock(Self.shop).get("/search").status == 200)
    }

    @Test func unknownNameInTheQueryIsNoted() throws {
        #expect(try mock(Self.shop).get("/v1/search?limt=3").note.contains("limt"))
    }

    @Test func credentialsAreRequired() throws {
        let shop = try mock(Self.shop)
        #expect(shop.get("/v1/secret").status == 401)
        let name = try #require(HTTPField.Name("X-Key"))
        #expect(shop.get("/v1/secret", headers: [name: "k"]).status == 200)
    }

    @Test func requestCanAskForAFault() throws {
        let shop = try mock(Self.shop)
        let slow = shop.get("/v1/search", headers: [MockFault.header: "status=503, delay=2s"])
        #expect(slow.status == 503)
        #expect(slow.delay == .seconds(2))
        #expect(shop.get("/v1/search", headers: [MockFault.header: "cut=body"]).cut == .inBody)
        #expect(shop.get("/v1/search", headers: [MockFault.header: "cat=body"]).status == 400)
    }

    @Test func rulesMakeSomeCallsFail() throws {
        // Given a rule for the second call of an endpoint.
        let rule = try MockFaultRule(["endpoint": "Search", "calls": 2, "status": 503])
        let shop = try mock(Self.shop, MockOptions(faults: [rule]))
        #expect((0..<3).map { _ in shop.get("/v1/search").status } == [200, 503, 200])
        #expect(shop.send("POST", "/v1/orders", ["item": "book", "count": 1]).status == 200)
    }

    @Test func rulesByChanceAreSeeded() throws {
        let rule = try MockFaultRule(["chance": 0.5, "status": 500])
        func statuses() throws -> [Int] {
            let shop = try mock(Self.shop, MockOptions(faults: [rule]))
            return (0..<40).map { _ in shop.get("/v1/search").status }
        }
        let first = try statuses()
        #expect(Set(first) == [200, 500])
        #expect(try statuses() == first)
    }

    @Test(
        arguments: [
            ["status": 99], ["chance": 2, "status": 500], ["calls": 0, "status": 500], ["delay": "soon"],
            ["endpoint": "A"], 3,
        ]
            as [JSONValue]
    )
    func invalidRuleIsAnError(json: JSONValue) {
        #expect(throws: MockFault.Problem.self) { try MockFaultRule(json) }
    }

    @Test func slowBodyComesInParts() throws {
        let shop = try mock(Self.shop)
        guard case .parts(let parts, let interval) = shop.get("/v1/search", headers: [MockFault.header: "slow=2s"]).body
        else {
            Issue.record("the body is whole")
            return
        }
        #expect(interval * parts.count > .milliseconds(1_999))
        #expect(interval * parts.count < .milliseconds(2_001))
    }

    @Test func endpointWhoseParamsFitAnswers() throws {
        // Given two endpoints with one path.
        let mock = try mock(
            """
            nettask: 1
            client: Mail
            endpoints:
              SendText: {method: POST, uri: send, encoding: json, params: {text: String}, response: none}
              SendForm: {method: POST, uri: send, encoding: form, params: {count: Int, tags: [String]}, response: none}
            """
        )
        #expect(mock.send("POST", "/send", ["text": "Hi"]).endpoint == "SendText")
        // Then an empty list of a form can be missing.
        let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let form = mock.answer(MockRequest("POST", "/send", headers: headers, body: Data("count=1".utf8)))
        #expect(form.endpoint == "SendForm")
        #expect(form.status == 204)
    }
}
