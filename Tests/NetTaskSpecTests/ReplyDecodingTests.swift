import Testing

@testable import NetTaskSpec

/// What a spec's text means of replies, formats and durations.
@Suite struct ReplyDecodingTests {
    // MARK: Responses

    @Test(arguments: [
        ("none", Endpoint.Response.none), ("String", .text(optional: false)), ("String?", .text(optional: true)),
        ("Data", .data(optional: false)), ("Data?", .data(optional: true)), ("Post", .json(.shape("Post"), path: [])),
        ("File", .file(optional: false)), ("File?", .file(optional: true)), ("{type: File}", .file(optional: false)),
        ("Post?", .json(.optional(.shape("Post")), path: [])),
        ("[Post]", .json(.array(.shape("Post")), path: [])),
        ("[String: Post]", .json(.dictionary(.shape("Post")), path: [])),
        ("Int", .json(.scalar(.int), path: [])),
        ("{type: [Post], from: data.items}", .json(.array(.shape("Post")), path: ["data", "items"])),
        ("{type: String, from: name}", .json(.scalar(.string), path: ["name"])),
        ("{type: String}", .text(optional: false)),
        ("{type: Post, optional: true}", .json(.optional(.shape("Post")), path: [])),
    ])
    func responses(_ yaml: String, _ response: Endpoint.Response) throws {
        #expect(try endpoint("{uri: a, response: \(yaml)}").response == response)
    }

    @Test func withoutAResponseNothingComesBack() throws {
        #expect(try endpoint("{uri: a}").response == .none)
    }

    @Test func aReplyThatIsADateHasAFormat() throws {
        #expect(try endpoint("{uri: a, response: {type: Date, format: unix}}").responseFormat == .unix)
        #expect(try endpoint("{uri: a, response: [Date]}").responseFormat == .iso8601)
        #expect(try endpoint("{uri: a, response: Int}").responseFormat == nil)
    }

    // MARK: Dates, lists, transforms

    @Test func datesAndListsHaveTheirDefaults() throws {
        #expect(try param("Date").format == .iso8601)
        #expect(try param("[Date]").format == .iso8601)
        #expect(try param("Int").format == nil)
        #expect(try param("[Int]").style == .repeat)
        #expect(try param("Int").style == nil)
    }

    @Test func aSecretSaysSo() throws {
        #expect(try param("{type: String, secret: true}").isSecret)
        #expect(try !param("{type: String, secret: false, default: x}").isSecret)
        #expect(try !param("String").isSecret)
    }

    @Test func aTransformIsAFunctionOfTheUsers() throws {
        #expect(try param("{type: [Int], transform: Transforms.joined}").transform == ["Transforms", "joined"])
    }

    @Test("a transform in both directions; a single name is called before the value is sent")
    func transformPairs() throws {
        let spec = try read(
            header + """
                shapes:
                  A: {fields: {a: {type: Int, transform: {send: F.a, read: g}}, b: {type: "Int?", transform: {read: g}, only: response}}}
                """
        )
        guard case .object(let fields)? = spec.shapes.first?.kind else {
            Issue.record("no fields")
            return
        }
        #expect(fields.map(\.transform) == [["F", "a"], nil])
        #expect(fields.map(\.readTransform) == [["g"], ["g"]])
        #expect(try param("{type: Int, transform: {send: f}}").transform == ["f"])
    }

    @Test func aTransformLetsAnythingIntoAQuery() throws {
        let call = try endpoint("{uri: a, params: {p: {type: [String: Int], transform: joined}}}")
        #expect(call.params.map(\.location) == [.query])
    }

    // MARK: Durations

    @Test(arguments: [
        ("30s", Duration.seconds(30)), ("500ms", .milliseconds(500)), ("2m", .seconds(120)), ("1h", .seconds(3600)),
        ("1.5s", .milliseconds(1500)), ("0.25m", .seconds(15)), ("0.5ms", .microseconds(500)), ("0s", .zero),
        ("168h", .seconds(604_800)), ("0.000000001s", .nanoseconds(1)),
    ])
    func durations(_ text: String, _ duration: Duration) throws {
        #expect(try endpoint("{uri: a, retry: {interval: \(text)}}").retry?.interval == duration)
    }
}
