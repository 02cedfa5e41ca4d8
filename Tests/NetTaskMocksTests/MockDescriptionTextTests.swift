import NetTaskHTTP
import NetTaskMocks
import Testing

@Suite struct MockDescriptionTextTests {
    // MARK: Endpoints

    @Test func hasTheFullNameAndThePlaceOfAnEndpoint() throws {
        // Given a group with an endpoint, when it is described.
        let description = try described(
            """
            nettask: 1
            client: Shop
            baseURL: https://shop.example/v1
            groups:
              Orders:
                endpoints:
                  Get: {uri: 'orders/{id}', params: {id: Int}}
            """
        )
        // Then the client, the names, the path and the place are those of the spec.
        #expect(description.client == "Shop")
        #expect(description.baseURL == "https://shop.example/v1")
        let endpoint = try #require(description.endpoints.first)
        #expect(endpoint.name == "Orders.Get")
        #expect(endpoint.place == "api.nettask.yaml:7:7")
        #expect(endpoint.method == "GET")
        #expect(endpoint.path == "orders/{id}")
    }

    @Test func describesParamsByTheirNamesOnTheWire() throws {
        let endpoint = try describedEndpoint(
            """
            Search:
              uri: search
              params:
                query: {type: String, wireName: q, minLength: 2}
                tags: {type: '[String]?', style: comma}
                limit: {type: Int, default: 20, maximum: 100}
                token: {type: String, in: header, wireName: X-Token, secret: true}
                note: {type: String?, ignored: true}
            """
        )
        #expect(endpoint.params.map(\.name) == ["q", "tags", "limit", "X-Token"])
        #expect(endpoint.params.map(\.isRequired) == [true, false, false, true])
        #expect(endpoint.params.map(\.location) == [.query, .query, .query, .header])
        #expect(endpoint.params[1].style == "comma")
        #expect(endpoint.params.map(\.isSecret) == [false, false, false, true])
        #expect("\(endpoint.params[0].type)".contains("minLength: Optional(2)"))
        #expect("\(endpoint.params[2].type)".contains("maximum: Optional(100"))
    }

    @Test func joinsTheParamsOfABodyWithTheRequestObject() throws {
        let description = try described(
            """
            shapes:
              Draft: {fields: {title: String, state: {type: String?, wireName: status}}}
            endpoints:
              Add:
                method: POST
                uri: posts
                encoding: json
                requestObject: Draft
                params: {notify: Bool?}
                constants: {kind: post}
            """
        )
        let endpoint = try #require(description.endpoints.first)
        #expect(endpoint.bodies.map(\.mediaType) == ["application/json"])
        #expect(endpoint.needsBody)
        let members = try objectMembers(endpoint.bodies.first?.type)
        #expect(members.map(\.name) == ["title", "status", "notify", "kind"])
        #expect(members.map(\.isRequired) == [true, false, false, true])
        #expect("\(members[3].type)".contains("post"))
    }

    @Test(arguments: [
        ("form", "application/x-www-form-urlencoded"), ("json", "application/json"),
        ("multipart", "multipart/form-data"),
    ])
    func hasTheMediaTypeOfTheEncoding(_ encoding: String, _ mediaType: String) throws {
        let endpoint = try describedEndpoint(
            "Add: {method: POST, uri: posts, encoding: \(encoding), params: {title: String?}}"
        )
        #expect(endpoint.bodies.map(\.mediaType) == [mediaType])
        #expect(!endpoint.needsBody)
    }

    @Test func describesBodiesOfSeveralMediaTypes() throws {
        let description = try described(
            """
            shapes:
              Draft: {fields: {title: String}}
            endpoints:
              Add:
                method: POST
                uri: posts
                body: {application/json: Draft, application/x-www-form-urlencoded: Draft, text/plain: String}
            """
        )
        let bodies = try #require(description.endpoints.first?.bodies)
        #expect(bodies.map(\.mediaType) == ["application/json", "application/x-www-form-urlencoded", "text/plain"])
        guard case .shape("Draft") = bodies[1].type, case .text = bodies[2].type else {
            Issue.record("\(bodies)")
            return
        }
    }

    @Test func describesConstantHeadersWithoutRequiringThem() throws {
        let endpoint = try describedEndpoint("Get: {uri: posts, headers: {X-Version: '2', Accept: application/json}}")
        #expect(endpoint.params.map(\.name) == ["X-Version"])
        #expect(endpoint.params.map(\.isRequired) == [false])
        guard case .values([.string("2")], isOpen: false)? = endpoint.params.first?.type else {
            Issue.record("\(endpoint.params)")
            return
        }
    }

    @Test func describesAuthDeliveryAndRate() throws {
        let description = try described(
            """
            auth:
              token: bearer
              key: {type: apiKey, in: header, name: X-Key}
            endpoints:
              Add:
                method: POST
                uri: posts
                auth: [token, key]
                idempotencyKey: Idempotency-Key
                rate: {limit: 10, per: 2s}
            """
        )
        let endpoint = try #require(description.endpoints.first)
        #expect(description.auth["token"]?.kind == .bearer)
        #expect(description.auth["key"]?.name == "X-Key")
        #expect(endpoint.auth.flatMap { $0 }.sorted() == ["key", "token"])
        #expect(endpoint.idempotencyKey == "Idempotency-Key")
        #expect(endpoint.rate?.limit == 10)
        #expect(endpoint.rate?.seconds == 2)
    }

    // MARK: Replies

    @Test(arguments: [
        ("none", nil), ("String", "text/plain"), ("Data", "application/octet-stream"), ("File", ""),
        ("'[Int]'", "application/json"),
    ])
    func describesTheBodyOfASuccess(_ response: String, _ mediaType: String?) throws {
        let endpoint = try describedEndpoint("Get: {uri: posts, response: \(response)}")
        #expect(endpoint.replies.count == 1)
        #expect(endpoint.replies.first?.statuses == 200...299)
        #expect(endpoint.replies.first?.body?.mediaType == mediaType)
    }

    @Test func describesEachStatusAndItsHeaders() throws {
        let description = try described(
            """
            shapes:
              Fault: {fields: {reason: String}}
            endpoints:
              Get:
                uri: posts
                response:
                  200: '[Int]'
                  202: {type: none, headers: {after: {type: Int, wireName: Retry-After}}}
                errors:
                  404: Fault
                  4xx: Fault
                  default: String
            """
        )
        let replies = try #require(description.endpoints.first?.replies)
        #expect(replies.map(\.statuses) == [200...200, 202...202, 404...404, 400...499, 400...599])
        #expect(replies.map(\.isError) == [false, false, true, true, true])
        #expect(replies[1].headers.map(\.name) == ["Retry-After"])
        #expect(replies[1].body == nil)
    }

    @Test func nestsWhatAReplyHasAtLongerPaths() throws {
        // Given a field that a reply has inside of another object.
        let description = try described(
            """
            shapes:
              Post: {fields: {title: String, author: {type: String, from: user.name}}}
            endpoints:
              Get: {uri: posts, response: Post}
            """
        )
        // Then the object is a member of replies.
        let members = try objectMembers(description.shapes["Post"])
        #expect(members.map(\.name) == ["title", "user"])
        #expect(members.map(\.only) == [nil, .response])
        #expect(try objectMembers(members[1].type).map(\.name) == ["name"])
    }

    @Test func describesAReplyInsideOfAnObject() throws {
        let endpoint = try describedEndpoint("Get: {uri: posts, response: {type: '[Int]', from: data.items}}")
        let outer = try objectMembers(endpoint.replies.first?.body?.type)
        #expect(outer.map(\.name) == ["data"])
        #expect(try objectMembers(outer.first?.type).map(\.name) == ["items"])
    }
}
