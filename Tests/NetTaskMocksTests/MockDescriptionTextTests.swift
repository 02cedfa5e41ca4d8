import NetTaskAuthoring
import NetTaskHTTP
import NetTaskMocks
import NetTaskSpec
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
        let endpoint = try endpoint(
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
        let members = try members(endpoint.bodies.first?.type)
        #expect(members.map(\.name) == ["title", "status", "notify", "kind"])
        #expect(members.map(\.isRequired) == [true, false, false, true])
        #expect("\(members[3].type)".contains("post"))
    }

    @Test(arguments: [
        ("form", "application/x-www-form-urlencoded"), ("json", "application/json"),
        ("multipart", "multipart/form-data"),
    ])
    func hasTheMediaTypeOfTheEncoding(_ encoding: String, _ mediaType: String) throws {
        let endpoint = try endpoint(
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
        let endpoint = try endpoint("Get: {uri: posts, headers: {X-Version: '2', Accept: application/json}}")
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
        let endpoint = try endpoint("Get: {uri: posts, response: \(response)}")
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
        // Given a field that a reply has inside of another object, and that a request has itself.
        let description = try described(
            """
            shapes:
              Post: {fields: {title: String, author: {type: String, from: user.name, wireName: writer}}}
            endpoints:
              Get: {uri: posts, response: Post}
            """
        )
        // Then it has two members, each for one direction.
        let members = try members(description.shapes["Post"])
        #expect(members.map(\.name) == ["title", "writer", "user"])
        #expect(members.map(\.only) == [nil, .request, .response])
        #expect(try self.members(members[2].type).map(\.name) == ["name"])
    }

    @Test func describesAReplyInsideOfAnObject() throws {
        let endpoint = try endpoint("Get: {uri: posts, response: {type: '[Int]', from: data.items}}")
        let outer = try members(endpoint.replies.first?.body?.type)
        #expect(outer.map(\.name) == ["data"])
        #expect(try members(outer.first?.type).map(\.name) == ["items"])
    }

    // MARK: Shapes

    @Test func describesOptionalNullableAndInlineFields() throws {
        let description = try described(
            """
            shapes:
              Base: {fields: {id: Int}}
              Post:
                fields:
                  base: {type: Base, inline: true}
                  note: String?
                  state: {type: String, nullable: true}
                  secret: {type: String, secret: true}
                  sent: {type: Int, only: request}
                additional: Int
            endpoints:
              Get: {uri: posts, response: Post}
            """
        )
        let post = description.shapes["Post"]
        let members = try members(post)
        #expect(members.map(\.name) == ["base", "note", "state", "secret", "sent"])
        #expect(members.map(\.isInline) == [true, false, false, false, false])
        #expect(members.map(\.isRequired) == [true, false, true, true, true])
        #expect(members.map(\.isSecret) == [false, false, false, true, false])
        #expect(members.map(\.only) == [nil, nil, nil, nil, .request])
        guard case .nullable(.text) = members[1].type, case .nullable(.text) = members[2].type,
            case .object(_, additional: .integer?)? = post
        else {
            Issue.record("\(members)")
            return
        }
    }

    @Test(arguments: [
        ("Int8", "minimum: Optional(-128.0), maximum: Optional(127.0)"),
        ("UInt16", "minimum: Optional(0.0), maximum: Optional(65535.0)"),
        ("UInt64", "minimum: Optional(0.0), maximum: nil"), ("Int", "minimum: nil, maximum: nil"),
    ])
    func describesTheRangeOfIntegers(_ type: String, _ range: String) throws {
        let endpoint = try endpoint("Get: {uri: posts, params: {count: \(type)}}")
        #expect("\(endpoint.params[0].type)".contains(range))
    }

    @Test func describesDatesNumbersAndBytesInTheirFormats() throws {
        let description = try described(
            """
            shapes:
              Post:
                fields:
                  made: Date
                  day: {type: Date, format: date}
                  amount: {type: Int, format: string}
                  bytes: {type: Data, format: base64url}
            endpoints:
              Get: {uri: posts, response: {type: Post, headers: {changed: {type: Date, wireName: Last-Modified}}}}
            """
        )
        let types = try members(description.shapes["Post"]).map(\.type)
        guard case .date(.iso8601) = types[0], case .date(.date) = types[1],
            case .integer(_, isQuoted: true) = types[2], case .bytes(isURLSafe: true) = types[3],
            case .date(.http)? = description.endpoints.first?.replies.first?.headers.first?.type
        else {
            Issue.record("\(types) \(description.endpoints)")
            return
        }
    }

    @Test func describesEnumerationsAndAlternatives() throws {
        let description = try described(
            """
            shapes:
              State: {enum: [open, closed]}
              Level: {enum: {low: 1, high: 2}, closed: true}
              Card: {fields: {kind: String, digits: String}}
              Cash: {fields: {note: String}}
              Payment: {oneOf: {card: Card, cash: Cash}, discriminator: kind}
            endpoints:
              Get: {uri: posts, response: Payment}
            """
        )
        guard case .values([.string("open"), .string("closed")], isOpen: true)? = description.shapes["State"],
            case .values([1, 2], isOpen: false)? = description.shapes["Level"],
            case .choice(let choice)? = description.shapes["Payment"]
        else {
            Issue.record("\(description.shapes)")
            return
        }
        #expect(choice.discriminator == "kind")
        #expect(choice.alternatives.map(\.values) == [[.string("card")], [.string("cash")]])
    }

    @Test func hasTheExamplesOfFields() throws {
        let description = try described(
            #"""
            shapes:
              State: {enum: {isOpen: open, isClosed: closed}}
              Post:
                fields:
                  title: {type: String, example: "A \"title\"\n"}
                  state: {type: State, example: isOpen}
                  tags: {type: '[String]', example: [a, b]}
                  made: {type: Date, example: 2026-01-01T00:00:00Z}
            endpoints:
              Get: {uri: posts, response: Post}
            """#
        )
        let examples = try members(description.shapes["Post"]).map(\.example)
        #expect(examples == [.string("A \"title\"\n"), .string("open"), .array(["a", "b"]), nil])
    }

    @Test func describesConvertedValuesAsAnything() throws {
        let endpoint = try endpoint(
            "Get: {uri: posts, params: {when: {type: Date, transform: Transforms.epoch}}}"
        )
        guard case .any? = endpoint.params.first?.type else {
            Issue.record("\(endpoint.params)")
            return
        }
    }

    // MARK: Streams, pages, operations and webhooks

    @Test func describesAStream() throws {
        let endpoint = try endpoint(
            """
            Chat:
              method: POST
              uri: chat
              encoding: json
              params: {stream: Bool?}
              response: {events: {delta: String, ping: none}, until: '[DONE]', when: {stream: true}, otherwise: String}
            """
        )
        let stream = try #require(endpoint.stream)
        #expect(stream.framing == .events)
        #expect(stream.events.map(\.name) == ["delta", "ping"])
        #expect(stream.events[1].type == nil)
        #expect(stream.end == "[DONE]")
        #expect(stream.condition?.name == "stream")
        #expect(stream.condition?.value == true)
    }

    @Test func describesPagesByPathsOnTheWire() throws {
        let description = try described(
            """
            shapes:
              List: {fields: {items: {type: '[Int]', wireName: data}, next: {type: String?, from: meta.cursor}}}
            endpoints:
              Get:
                uri: posts
                params: {cursor: {type: String?, wireName: page_token}}
                response: {type: List, from: result}
                pages: {cursor: cursor, next: next, items: items}
            """
        )
        let pages = try #require(description.endpoints.first?.pages)
        #expect(pages.form == .cursor)
        #expect(pages.param == "page_token")
        #expect(pages.items == ["result", "data"])
        #expect(pages.next == ["result", "meta", "cursor"])
    }

    @Test func describesLongRunningOperations() throws {
        let description = try described(
            """
            shapes:
              State: {enum: {isDone: done, isFailed: failed}}
              Job: {fields: {state: State}}
              Accepted: {fields: {job: {type: Handle}}}
              Handle: {fields: {id: String}}
            endpoints:
              Poll: {uri: 'jobs/{id}', params: {id: String}, response: Job}
              Start:
                method: POST
                uri: jobs
                response: Accepted
                longRunning:
                  poll: Poll
                  params: {id: job.id}
                  done: {state: [isDone]}
                  failed: {state: [isFailed]}
            """
        )
        let endpoint = try #require(description.endpoints.first { $0.name == "Start" })
        let longRunning = try #require(endpoint.longRunning)
        #expect(longRunning.poll == "Poll")
        #expect(longRunning.params.map(\.name) == ["id"])
        #expect(longRunning.params.map(\.path) == [["job", "id"]])
        #expect(longRunning.done.map(\.path) == [["state"]])
        #expect(longRunning.done.map(\.values) == [[.string("done")]])
        #expect(longRunning.failed.map(\.values) == [[.string("failed")]])
        // The first reply has the id.
        #expect(try members(endpoint.replies.first?.body?.type).map(\.name) == ["job"])
    }

    @Test func describesWebhooks() throws {
        let description = try described(
            """
            webhooks:
              name: {header: X-Event}
              from: data
              events: {order.paid: Order, ping: none}
            shapes:
              Order: {fields: {id: Int}}
            endpoints:
              Get: {uri: orders, response: '[Order]'}
            """
        )
        let webhooks = try #require(description.webhooks)
        #expect(webhooks.nameHeader == "X-Event")
        #expect(webhooks.events.map(\.name) == ["order.paid", "ping"])
        #expect(webhooks.events[0].path == ["data"])
    }

    // MARK: Support

    /// The description of a spec, which must be valid.
    private func described(_ text: String) throws -> MockDescription {
        let head = text.contains("client:") ? "" : "nettask: 1\nclient: API\nbaseURL: https://api.example\n"
        let result = SpecReader.read(sources: [.init(path: "api.nettask.yaml", text: head + text)])
        let errors = result.diagnostics.filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(errors.map(\.description))")
        return try MockDescription(json: MockDescriptionText(#require(result.specs.first)).json)
    }

    private func endpoint(_ text: String) throws -> MockEndpoint {
        let lines = text.split(separator: "\n").map { "  \($0)\n" }.joined()
        return try #require(described("endpoints:\n\(lines)").endpoints.first)
    }

    private func members(_ type: MockType?) throws -> [MockMember] {
        switch try #require(type) {
        case .object(let members, additional: _): return members
        case .nullable(let type): return try members(type)
        case let other:
            Issue.record("\(other) is not an object")
            return []
        }
    }
}
