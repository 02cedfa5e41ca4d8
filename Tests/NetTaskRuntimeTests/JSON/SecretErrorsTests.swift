import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskPacking

// In each reply of this file, `token` is secret. The planted texts occur nowhere else.
private let planted = ["s3cr3t", "4711081547"]

private enum Level: String, JSONReadable { case high }

private struct Inner: JSONReadable {
    init(from object: inout JSONReader) throws {
        let _: Int = try object.read("number")
        let _: [String: Int]? = try object.read("map")
    }
}

/// A shape with a secret of its own, whose keys are in a dictionary of the outer secret.
private struct Nested: JSONReadable {
    init(from object: inout JSONReader) throws { let _: Int = try object.read(secret: "inner") }
}

private enum Pet: JSONScalar {
    case named([String: Int]), listed([Pet]), inner(Inner)

    static func read(from reader: inout JSONReader) throws -> Pet {
        var choice = try reader.beginChoice()
        if let value = try reader.choose([String: Int].self, &choice) { return .named(value) }
        if let value = try reader.choose([Pet].self, &choice) { return .listed(value) }
        if let value = try reader.choose(Inner.self, &choice) { return .inner(value) }
        throw reader.error(choice, of: "Pet")
    }
}

private struct Kind: JSONReadable {
    init(from object: inout JSONReader) throws {
        throw object.error(unknown: try object.read("kind"), of: "Kind")
    }
}

private struct CatchAll: JSONReadable {
    init(from object: inout JSONReader) throws {
        let _: Int? = try object.read("number")
        _ = try object.readMembers()
    }
}

// MARK: Types of the user's own, whose errors quote what they read

private struct OwnReason: JSONScalar {
    static func read(from reader: inout JSONReader) throws -> OwnReason {
        throw reader.error("\"\(try String.read(from: &reader))\" is no version")
    }
}

private struct OwnParseError: JSONScalar {
    static func read(from reader: inout JSONReader) throws -> OwnParseError {
        let text = try String.read(from: &reader)
        throw ParseError("\(text) is bad", path: text, underlying: OwnError(text: text))
    }
}

private struct OwnError: Error { var text: String }

private struct ThrowsOwnError: JSONScalar {
    static func read(from reader: inout JSONReader) throws -> ThrowsOwnError {
        throw OwnError(text: try String.read(from: &reader))
    }
}

/// Catches the reader's error, and continues.
private struct Careless: JSONScalar {
    static func read(from reader: inout JSONReader) throws -> Careless {
        _ = try? [String: Int].read(from: &reader)
        return Careless()
    }
}

/// Wraps the reader's error in its own error.
private struct Wrapping: JSONReadable {
    init(from object: inout JSONReader) throws {
        do { let _: Int = try object.read(secret: "token") } catch { throw OwnError(text: "\(error) \(dumped(error))") }
    }
}

// MARK: Replies with a secret `token`

private struct Token<Value: JSONReadable>: JSONReadable {
    init(from object: inout JSONReader) throws { let _: Value = try object.read(secret: "token") }
}

private struct UnixToken: JSONReadable {
    init(from object: inout JSONReader) throws { let _: Date = try object.read(secret: "token", format: .unix) }
}

private struct QuotedToken: JSONReadable {
    init(from object: inout JSONReader) throws { let _: Int = try object.read(secret: "token", format: .string) }
}

private struct NullableToken: JSONReadable {
    init(from object: inout JSONReader) throws { let _: Int? = try object.read(nullable: "token", isSecret: true) }
}

private struct TransformedToken: JSONReadable {
    init(from object: inout JSONReader) throws {
        _ = try object.read("token", isSecret: true) { (text: String) -> Int in throw OwnError(text: text) }
    }
}

private struct OptionalTransformedToken: JSONReadable {
    init(from object: inout JSONReader) throws {
        _ = try object.read(optional: "token", isSecret: true) { (text: String) -> Int in throw OwnError(text: text) }
    }
}

/// An alternative with a secret.
private enum Sealed: JSONScalar {
    case token(Token<[String: Int]>), number(Int)

    static func read(from reader: inout JSONReader) throws -> Sealed {
        var choice = try reader.beginChoice()
        if let value = try reader.choose(Token<[String: Int]>.self, &choice) { return .token(value) }
        if let value = try reader.choose(Int.self, &choice) { return .number(value) }
        throw reader.error(choice, of: "Sealed")
    }
}

// MARK: Requests

private struct GetToken<Value: JSONReadable>: HTTPNetTask {
    typealias Response = Value

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("GetToken", .get, "token", baseURL: "https://a.test")
        endpoint.hidesReplies = true
        return endpoint
    }
}

/// A reply with a secret, and the task that reads it.
private struct Reading: Sendable, CustomTestStringConvertible {
    let token: String
    let testDescription: String
    let run: @Sendable (HTTPNetTaskQueue) async -> any Error

    init<Value: JSONReadable>(_ token: String, _ type: Value.Type) {
        self.token = token
        testDescription = "\(token) as \(type)"
        run = { queue in
            switch await queue.add(GetToken<Value>()).result {
            case .success(let response): OwnError(text: "no error: \(response)")
            case .failure(let error): error
            }
        }
    }
}

private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
}

@Suite("Errors about secrets")
struct SecretErrorsTests {
    private static let readings = [
        Reading(#""http://[s3cr3t""#, Token<URL>.self),
        Reading(#""s3cr3t""#, Token<UUID>.self),
        Reading(#""s3cr3t""#, Token<Level>.self),
        Reading(#""s3cr3t""#, Token<Date>.self),
        Reading(#""s3cr3t!""#, Token<Data>.self),
        Reading(#""s3cr3t""#, Token<Int>.self),
        Reading("4711081547", Token<String>.self),
        Reading("4711081547", Token<Bool>.self),
        Reading("4711081547", Token<[Int]>.self),
        Reading("4711081547", Token<Inner>.self),
        Reading("4711081547", Token<Int8>.self),
        Reading("4711081547.5", Token<Int>.self),
        Reading("4711081547e999", Token<Float>.self),
        Reading("4711081547e999", Token<Decimal>.self),
        Reading(String(repeating: "4711081547", count: 4), Token<Decimal>.self),
        Reading("4711081547e99", UnixToken.self),
        Reading(#""s3cr3t""#, UnixToken.self),
        Reading(#""4711081547s3cr3t""#, QuotedToken.self),
        Reading("4711081547.5", NullableToken.self),
        Reading(#""s3cr3t\?""#, Token<String>.self),
        Reading(#""s3cr3t\u47""#, Token<String>.self),
        Reading(#""s3cr3t\ud800""#, Token<String>.self),
        Reading("\"s3cr3t\n\"", Token<String>.self),
        Reading(#""s3cr3t"#, Token<String>.self),
        Reading(#""s3cr3t"4711081547"#, Token<String>.self),
        Reading(#"{"s3cr3t":"x"}"#, Token<[String: Int]>.self),
        Reading(#"{"s3cr3t":?}"#, Token<[String: JSONValue]>.self),
        Reading(#"{"s3cr3t":[1,?]}"#, Token<JSONValue>.self),
        Reading(#"[{"number":1,"map":{"s3cr3t":4711081547.5}}]"#, Token<[Inner]>.self),
        Reading(#"{"s3cr3t":{}}"#, Token<[String: Inner]>.self),
        Reading(#"{"s3cr3t":{"inner":4711081547.5}}"#, Token<[String: Nested]>.self),
        Reading(#"{"s3cr3t":4711081547.5}"#, Token<Pet>.self),
        Reading(#"[{"s3cr3t":4711081547.5}]"#, Token<Pet>.self),
        Reading(#"{"kind":"s3cr3t"}"#, Token<Kind>.self),
        Reading(#"{"number":1,"s3cr3t":[?]}"#, Token<CatchAll>.self),
        Reading(#""s3cr3t""#, Token<OwnReason>.self),
        Reading(#""s3cr3t""#, Token<OwnParseError>.self),
        Reading(#""s3cr3t""#, Token<ThrowsOwnError>.self),
        Reading(#"{"s3cr3t":4711081547.5}"#, Token<Careless>.self),
        Reading("4711081547.5", Wrapping.self),
        Reading(#""s3cr3t""#, TransformedToken.self),
        Reading(#""s3cr3t""#, OptionalTransformedToken.self),
        Reading(#"{"s3cr3t":4711081547.5}"#, Sealed.self),
    ]

    @Test("No error and no event prints a secret", arguments: readings)
    private func planting(_ reading: Reading) async {
        // given
        let events = Box<[NetTaskQueueEvent]>([])
        let transport = HTTPMockTransport { _ in .status(.ok, #"{"token":\#(reading.token)}"#) }
        let queue = HTTPNetTaskQueue(transport: transport, observers: [ClosureObserver(events)])

        // when
        let error = await reading.run(queue)

        // then
        let told = events.value.map { "\($0) \(dumped($0))" }.joined()
        let texts = [
            "\(error)", String(describing: error), String(reflecting: error), error.localizedDescription, dumped(error),
            told,
        ]
        #expect(error is NetTaskError<Never>)
        for text in texts {
            for secret in planted { #expect(!text.contains(secret)) }
        }
    }

    @Test("An error contains no bytes that are not UTF-8, nor the text before them")
    func bytes() {
        // given
        let text = Data(#"{"token":"s3cr3t"#.utf8) + [0xFF] + Data(#""}"#.utf8)
        // when
        let error = #expect(throws: ParseError.self) {
            let _: Token<String> = try HTTPReply(status: .ok, body: text).json()
        }
        // then
        #expect(error?.reason == "the string is not UTF-8")
        #expect(error?.offset == 16)
        #expect(error.map { "\($0)".contains("s3cr3t") } == false)
    }
}
