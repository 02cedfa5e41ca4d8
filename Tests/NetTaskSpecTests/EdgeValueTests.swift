import Foundation
import Testing

@testable import NetTaskSpec

/// Values at the edge of what a rule allows; a mutation of each rule goes unnoticed without them.
@Suite("The edges of values")
struct EdgeValueTests {
    private let head = "nettask: 1\nclient: A\n"

    @Test("a port is at least 1", arguments: [("0", 1), ("1", 0)])
    func port(port: String, count: Int) {
        #expect(problems(head + "baseURL: http://h:\(port)\nendpoints: {Get: {uri: a}}\n").count == count)
    }

    @Test("a parameter of a media type can be an empty text")
    func emptyParameter() {
        let body = #"{uri: a, method: POST, body: Data, contentType: 'text/plain; x=""'}"#
        #expect(problems(head + "endpoints: {Add: \(body)}\n") == [])
    }

    @Test("two endpoints cannot have the same former name, even if each has a current one")
    func formerNames() {
        let endpoints = "{One: {uri: a, durable: true, was: Old}, Two: {uri: b, durable: true, was: Old}}"
        let problems = problems(head + "endpoints: \(endpoints)\n")
        #expect(problems.map { $0.contains("is also a former name of another endpoint") } == [true])
    }

    @Test("an enumeration makes a later one with the same values unreachable")
    func hiddenEnumeration() {
        let shapes = "{E: {enum: [a, b]}, F: {enum: [a]}, U: {oneOf: [E, F]}}"
        let problems = problems(head + "shapes: \(shapes)\nendpoints: {Get: {uri: a, response: U}}\n")
        #expect(problems.count == 1 && problems[0].contains("`F`"), "\(problems)")
    }

    @Test("a case of errors is named after the Swift name of its shape")
    func caseOfSwiftName() throws {
        let shapes = "{Pet: {swiftName: Animal, fields: {id: Int}}, Car: {fields: {wheels: Int}}}"
        let spec = try read(head + "shapes: \(shapes)\nendpoints: {Get: {uri: a, errors: {404: Pet, 409: Car}}}\n")
        #expect(spec.endpoints.first?.errors.map(\.name.swift) == ["animal", "car"])
    }

    @Test("two fields of one shape get the example of its field each")
    func exampleOfField() throws {
        let shapes = """
            shapes:
              Point: {fields: {x: {type: Int, example: 3}}}
              Line: {fields: {from: Point, to: Point}, example: {from: {}, to: {}}}

            """
        let spec = try read(head + "examples: true\n" + shapes + "endpoints: {Get: {uri: a, response: Line}}\n")
        #expect("\(String(describing: spec.shapes.last?.example))".components(separatedBy: "integer(3)").count == 3)
    }

    @Test("path variables may have the same name on the wire, because it is not sent")
    func wireNamesOfPath() {
        let params = "{x: {type: Int, wireName: n}, y: {type: Int, wireName: n}}"
        #expect(problems(head + "endpoints: {Get: {uri: 'a/{x}/{y}', params: \(params)}}\n") == [])
    }

    @Test("an event of webhooks cannot have the name of a type that its structure needs")
    func structureOfEvent() {
        let text =
            head + """
                webhooks: {name: Calls, on: type, events: {Int: {fields: {id: Int}}}}
                endpoints: {Get: {uri: a}}
                """
        #expect(problems(text) != [])
    }

    @Test("inline types need members: a JSON value alone has none, but may be one of several alternatives")
    func inlineJSON() {
        func count(_ type: String) -> Int {
            let shapes =
                "{B: {fields: {id: Int}}, U: {oneOf: [B, JSONValue]}, S: {fields: {rest: {type: \(type), inline: true}}}}"
            return problems(head + "shapes: \(shapes)\nendpoints: {Get: {uri: a, response: S}}\n").count
        }
        #expect(count("JSONValue") == 1)
        #expect(count("U") == 0)
    }

    @Test(
        "a durable long-running operation needs a codec if its first reply or its poll's reply contains a secret"
    )
    func secretsOfLongRunning() {
        func problems(started: String, brought: String) -> [String] {
            NetTaskSpecTests.problems(
                head + """
                    shapes:
                      State: {enum: [new, ready]}
                      Secret: {fields: {id: Int, state: State, token: {type: String, secret: true}}}
                      Plain: {fields: {id: Int, state: State}}
                    endpoints:
                      GetJob: {uri: "jobs/{id}", params: {id: Int}, response: \(brought)}
                      Start: {method: POST, uri: a, durable: true, idempotencyKey: Idempotency-Key, response: \(started),
                        longRunning: {poll: GetJob, done: {state: ready}}}

                    """
            ).filter { $0.contains("may contain a secret") }
        }
        #expect(problems(started: "Secret", brought: "Plain").count == 1)
        #expect(problems(started: "Plain", brought: "Secret").count == 1)
        #expect(problems(started: "Plain", brought: "Plain") == [])
    }

    @Test("durable tasks are not compared by a secret that is never sent")
    func unsentSecret() {
        let text =
            head + """
                shapes: {S: {fields: {id: Int, token: {type: String, secret: true, ignored: true}}}}
                endpoints:
                  Add: {method: POST, uri: a, durable: {codec: Vault}, unique: all,
                    idempotencyKey: Idempotency-Key, body: S}

                """
        #expect(problems(text) == [])
    }

    @Test("a field with a transform may have a type that brackets do not allow")
    func transformInBrackets() {
        let shapes = "{S: {fields: {id: Int, tags: {type: '[Int?]', transform: joined}}}}"
        let param = "{type: S, style: brackets}"
        #expect(problems(head + "shapes: \(shapes)\nendpoints: {Get: {uri: a, params: {s: \(param)}}}\n") == [])
    }
}
