import Testing

@testable import NetTaskSpec

/// What is just allowed, and what is just not.
@Suite("The edges of the rules")
struct AllowedTests {
    private let head = "nettask: 1\nclient: A\n"

    @Test("any number of alternatives can be tried one after the other")
    func alternatives() {
        func problems(_ count: Int) -> [String] {
            let names = (1...count).map { "S\($0)" }
            let shapes = names.map { "  \($0): {fields: {of\($0): Int}}\n" }.joined()
            let union = "  U: {oneOf: [\(names.joined(separator: ", "))]}\n"
            return NetTaskSpecTests.problems(
                head + "shapes:\n" + shapes + union + "endpoints: {Get: {uri: a, response: U}}\n"
            )
        }
        #expect(problems(65) == [])
        #expect(problems(1_500) == [])
    }

    @Test("alternatives have a million fields at most")
    func fieldsOfAlternatives() {
        let fields = (1...1_001).map { "f\($0): Int" }.joined(separator: ", ")
        let alternatives = (1...1_000).map { "a\($0): S" }.joined(separator: ", ")
        let problems = problems(
            head + "shapes:\n  S: {fields: {\(fields)}}\n  U: {discriminator: kind, oneOf: {\(alternatives)}}\n"
        )
        #expect(
            problems == ["5:3: the alternatives have more than 1000000 fields, if each use of a shape counts"]
        )
    }

    @Test(
        "an alternative that reads other values than the previous ones is reachable",
        arguments: ["[Int32, UInt32]", "[Second, Day]", "[Day, Second]"]
    )
    func reached(alternatives: String) {
        let text =
            head + """
                shapes:
                  U: {oneOf: \(alternatives)}
                  Second: {fields: {at: {type: Date, format: unix}}}
                  Day: {fields: {at: {type: Date, format: date}}}
                endpoints: {Get: {uri: a, response: U}}
                """
        #expect(problems(text) == [])
    }

    @Test("the first wait is no longer than `maxInterval`, so that a short deadline leaves room for a retry")
    func shortDeadline() throws {
        let retry = "{maxRetryCount: 1, backoff: exponential, maxInterval: 500ms}"
        let spec = try read(head + "endpoints: {Get: {uri: a, deadline: 800ms, retry: \(retry)}}\n")
        #expect(spec.endpoints.count == 1)
    }

    @Test("`nullable` of a param that is ignored changes nothing")
    func ignoredNull() {
        let param = "{type: Int?, nullable: true, ignored: true}"
        let problems = problems(
            head + "endpoints: {Add: {method: POST, encoding: json, uri: a, params: {b: \(param)}}}\n"
        )
        #expect(problems.map { $0.contains("`nullable` has no effect") } == [true])
    }

    @Test("an `Encodable` and `Decodable` type can be in a `Codable` one")
    func codable() throws {
        let spec = try read(
            head + """
                shapes:
                  Outer: {conformances: [Codable], fields: {inner: Inner}}
                  Inner: {conformances: [Encodable, Decodable], fields: {a: Int}}
                """
        )
        #expect(spec.shapes.count == 2)
    }

    @Test("a success status is not an error, even with `2xx`")
    func success() {
        let problems = problems(head + "endpoints: {Get: {uri: a, response: {2xx: String}, errors: {201: String}}}\n")
        #expect(problems.map { $0.contains("the status 201 is a success of this endpoint") } == [true])
    }

    @Test("a transform makes any type usable inside brackets")
    func brackets() throws {
        let spec = try read(
            head + """
                shapes: {Filter: {fields: {any: {type: JSONValue, transform: text}}}}
                endpoints: {Find: {uri: a, params: {filter: {type: Filter, style: brackets}}}}
                """
        )
        #expect(spec.endpoints.count == 1)
    }

    @Test("an enumeration in the headers of a response is read, and never sent")
    func responseHeaders() throws {
        let spec = try read(
            head + """
                shapes: {State: {enum: [on, off]}}
                endpoints: {Get: {uri: a, response: {type: String, headers: {state: State}}}}
                """
        )
        let shapes = Dictionary(spec.shapes.map { ($0.name.written, $0) }) { first, _ in first }
        let usage = ShapeUsage(endpoints: spec.endpoints, webhooks: spec.webhooks, shapes: shapes)
        #expect(usage.read == ["State"])
        #expect(usage.sent == [])
    }

    @Test("extended specs keep their own defaults")
    func ownDefaults() throws {
        let texts = [
            "nettask: 1\nextends: [b.nettask.yaml, c.nettask.yaml]\ndefaults: {timeout: 3s}\nendpoints: {D: {uri: a}}\n",
            head + "defaults: {timeout: 1s}\nendpoints: {B: {uri: b}}\n",
            "nettask: 1\ndefaults: {timeout: 2s}\nendpoints: {C: {uri: c}}\n",
        ]
        let sources = zip(["a", "b", "c"], texts).map { SpecReader.Source(path: "\($0).nettask.yaml", text: $1) }
        let result = SpecReader.read(sources: sources)
        #expect(result.diagnostics.map(\.description) == [])
        #expect(result.specs.flatMap(\.endpoints).map(\.timeout) == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test("an endpoint that follows a URL needs no `uri`, even beside those that its spec extends")
    func wholeByURL() throws {
        let sources = [
            SpecReader.Source(
                path: "a.nettask.yaml",
                text: """
                    nettask: 1
                    extends: b.nettask.yaml
                    endpoints: {Follow: {params: {link: {type: URL, in: url}}}}
                    """
            ),
            SpecReader.Source(path: "b.nettask.yaml", text: head + "endpoints: {Get: {uri: a}}\n"),
        ]
        let result = SpecReader.read(sources: sources)
        #expect(result.diagnostics.map(\.description) == [])
        #expect(result.specs.flatMap(\.endpoints).map(\.name.swift) == ["Get", "Follow"])
    }
}
