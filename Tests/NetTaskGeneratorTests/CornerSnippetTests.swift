import Testing

@Suite("Corners of the language")
struct CornerSnippetTests {
    @Test("any JSON is tried if none of the closest alternatives can be read")
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
}
