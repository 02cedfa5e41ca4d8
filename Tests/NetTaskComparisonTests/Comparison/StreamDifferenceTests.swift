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
                "new 5:3 callers+server endpoints.Watch.response: it changed from `[P]` to a stream"
            ]
        )
        #expect(
            differences(endpoint("{events: P}"), endpoint("P")) == [
                "new 5:3 callers+server endpoints.Watch.response: it changed from a stream to `P`"
            ]
        )
        #expect(
            differences(endpoint("P"), endpoint("{lines: P, when: {live: true}, otherwise: P}")) == [
                "new 5:3 additive endpoints.Watch.response: it can now be a stream"
            ]
        )
    }

    @Test("events that are removed, added or read as another type")
    func events() {
        #expect(
            differences(
                endpoint("{events: {gone: P, typed: P, read: none}}"),
                endpoint("{events: {typed: \"[P]\", read: P, new: none}, until: end, idle: 3s}")
            ) == [
                "new 6:57 callers+server endpoints.Watch.response.events.typed: it changed from `P` to `[P]`",
                "new 6:71 callers+server endpoints.Watch.response.events.read: it changed from `none` to `P`",
                "new 6:80 additive endpoints.Watch.response.events.new: it was added; its value was `unknown`, and a `switch` without "
                    + "`default` needs it",
                "old 6:57 callers endpoints.Watch.response.events.gone: it was removed, and is now `unknown`",
                "new 5:3 server endpoints.Watch.response.until: it changed from none to `end`",
                "new 5:3 other endpoints.Watch.response.idle: `idle` changed",
            ]
        )
    }
}
