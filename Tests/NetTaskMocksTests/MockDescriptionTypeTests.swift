import NetTaskHTTP
import NetTaskMocks
import Testing

@Suite struct MockDescriptionTypeTests {
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
                  sent: {type: Int?, only: request}
                additional: Int
            endpoints:
              Get: {uri: posts, response: Post}
            """
        )
        let post = description.shapes["Post"]
        let members = try objectMembers(post)
        #expect(members.map(\.name) == ["base", "note", "state", "secret", "sent"])
        #expect(members.map(\.isInline) == [true, false, false, false, false])
        #expect(members.map(\.isRequired) == [true, false, true, true, false])
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
        let endpoint = try describedEndpoint("Get: {uri: posts, params: {count: \(type)}}")
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
        let types = try objectMembers(description.shapes["Post"]).map(\.type)
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
        let examples = try objectMembers(description.shapes["Post"]).map(\.example)
        #expect(examples == [.string("A \"title\"\n"), .string("open"), .array(["a", "b"]), nil])
    }

    @Test func hasTheExamplesOfFieldsWhoseShapeHasNone() throws {
        // given a shape whose field `id` has no example, so the shape has none either
        let description = try described(
            """
            shapes:
              Post: {fields: {id: Int, title: {type: String, example: Hello}, note: {type: String?, example: short}}}
            endpoints:
              Get: {uri: posts, response: Post}
            """
        )
        // then
        #expect(try objectMembers(description.shapes["Post"]).map(\.example) == [nil, "Hello", "short"])
    }

    @Test func hasTheExamplesOfParams() throws {
        // given
        let endpoint = try describedEndpoint(
            """
            Get:
              uri: posts/{id}
              params: {id: Int, page: {type: Int, example: 3}, tag: {type: String, example: a}}
              example: {id: 7, tag: b}
            """
        )
        // then the example of the endpoint comes before those of its params
        #expect(endpoint.params.map(\.example) == [7, 3, "b"])
    }

    @Test func describesConvertedValuesAsAnything() throws {
        let endpoint = try describedEndpoint(
            "Get: {uri: posts, params: {when: {type: Date, transform: Transforms.epoch}}}"
        )
        guard case .any? = endpoint.params.first?.type else {
            Issue.record("\(endpoint.params)")
            return
        }
    }

    // MARK: Streams, pages, operations and webhooks

    @Test func describesAStream() throws {
        let endpoint = try describedEndpoint(
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
        #expect(try objectMembers(endpoint.replies.first?.body?.type).map(\.name) == ["job"])
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
}
