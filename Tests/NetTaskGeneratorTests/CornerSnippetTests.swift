import Testing

@Suite("Corners of the language")
struct CornerSnippetTests {
    @Test("a key of `retry` that is taken away brings the runtime's own value back")
    func retryKey() throws {
        let swift = try swift(
            for: """
                defaults: {retry: {maxRetryCount: 3, backoff: exponential, jitter: false}}
                endpoints: {Get: {uri: a, retry: {jitter: null}}}
                """
        )
        #expect(swift.contains("endpoint.settings.retry = .init()\n"))
        #expect(!swift.contains("retry.jitter"))
    }

    @Test("a param that is written in another format than the field it goes before keeps its own")
    func formats() throws {
        let swift = try swift(
            for: """
                shapes: {Filter: {fields: {at: {type: Date?, format: unix}}}}
                endpoints: {Find: {uri: a, requestObject: Filter, params: {at: {type: Date?, format: date}}}}
                """
        )
        #expect(swift.contains("if let value = at {\n"))
        #expect(swift.contains("packer.add(\"at\", value, format: .date)"))
        #expect(swift.contains("packer.add(\"at\", filter.at, format: .unix)"))
    }

    @Test("a negative decimal stays negative")
    func negativeDecimal() throws {
        let swift = try swift(
            for: """
                shapes: {Price: {fields: {change: {type: Decimal, default: -1.5}}}}
                endpoints: {Get: {uri: a, response: Price}}
                """
        )
        #expect(swift.contains("Decimal(sign: .minus, exponent: -1, significand: 15)"))
    }

    @Test("an alternative whose discriminator may be null is what an object without one is")
    func nullDiscriminator() throws {
        let swift = try swift(
            for: """
                shapes:
                  Pet: {oneOf: {cat: Cat, dog: Dog}, discriminator: kind}
                  Cat: {fields: {kind: {type: String, nullable: true}}}
                  Dog: {fields: {kind: String}}
                endpoints: {Get: {uri: a, response: Pet}}
                """
        )
        #expect(swift.contains("let value: String? = try object.read(\"kind\")"))
        #expect(swift.contains("self = .cat(try Cat(from: &object))\n"))
    }

    @Test("any JSON is tried once none of the closest can be read")
    func closestOfAny() throws {
        let swift = try swift(
            for: """
                shapes:
                  Answer: {oneOf: {known: Known, other: JSONValue}, choose: closest}
                  Known: {fields: {a: Int}}
                endpoints: {Get: {uri: a, response: Answer}}
                """
        )
        let loopEnd = try #require(swift.firstRange(of: "choice.widen()"))
        let other = try #require(swift.firstRange(of: "JSONValue.self"))
        #expect(loopEnd.upperBound < other.lowerBound)
    }

    @Test("a field of its own shape that may be null is in a box")
    func nullableOfItself() throws {
        let swift = try swift(
            for: """
                shapes: {Node: {fields: {next: {type: Node, nullable: true}}}}
                endpoints: {Get: {uri: a, response: Node}}
                """
        )
        #expect(swift.contains("@IndirectValue"))
    }
}
