import Testing

@testable import NetTaskComparison

@Suite struct StreamDifferenceTests {
    private func endpoint(_ response: String) -> String {
        "shapes: {P: {fields: {a: Int}}}\nendpoints:\n  Watch:\n    {uri: w, params: {live: Bool?}, response: \(response)}\n"
    }

    @Test("a response that becomes a stream, and one that was one")
    func kinds() {
        #expect(
            differences(endpoint("[P]"), endpoint("{events: P}")) == [
                "new 5:3 callers+server endpoints.Watch.response: it was `[P]` and is a stream"
            ]
        )
        #expect(
            differences(endpoint("{events: P}"), endpoint("P")) == [
                "new 5:3 callers+server endpoints.Watch.response: it was a stream and is `P`"
            ]
        )
        #expect(
            differences(endpoint("P"), endpoint("{lines: P, when: {live: true}, otherwise: P}")) == [
                "new 5:3 additive endpoints.Watch.response: it can be a stream now"
            ]
        )
    }

    @Test("events that are gone, new, or read as another type")
    func events() {
        #expect(
            differences(
                endpoint("{events: {gone: P, typed: P, read: none}}"),
                endpoint("{events: {typed: \"[P]\", read: P, new: none}, until: end, idle: 3s}")
            ) == [
                "new 6:57 callers+server endpoints.Watch.response.events.typed: it was `P` and is `[P]`",
                "new 6:71 callers+server endpoints.Watch.response.events.read: it was `none` and is `P`",
                "new 6:80 additive endpoints.Watch.response.events.new: it is new; it was `unknown`, and a `switch` without "
                    + "`default` needs it",
                "old 6:57 callers endpoints.Watch.response.events.gone: it is gone, and is `unknown`",
                "new 5:3 server endpoints.Watch.response.until: it was none and is `end`",
                "new 5:3 other endpoints.Watch.response.idle: `idle` is not what it was",
            ]
        )
    }
}
