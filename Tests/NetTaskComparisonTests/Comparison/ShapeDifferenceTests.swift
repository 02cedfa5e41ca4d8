import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// Shapes, by whether requests or replies hold them.
@Suite struct ShapeDifferenceTests {
    @Test("a discriminator may get more values for an alternative, but the first value is sent")
    func firstValue() {
        func kinds(_ values: String) -> [Bool] {
            func shapes(_ values: String) -> String {
                """
                shapes:
                  Pay: {oneOf: {card: {type: Card, value: \(values)}}, discriminator: kind}
                  Card: {fields: {number: String}}
                endpoints: {Add: {method: POST, uri: a, body: Pay, response: Pay}}
                """
            }
            return differences(shapes("[card, old]"), shapes(values)).map { $0.contains(" additive shapes.Pay") }
        }
        #expect(kinds("[card, old, new]") == [true])
        #expect(kinds("[new, card, old]") == [false])
    }

    @Test("cases of an enumeration: new ones are additive if it is open, and break callers if it is closed")
    func enumerations() {
        let endpoints = """
            endpoints: {Get: {uri: x, response: "[String: Both]"}, Add: {uri: y, params: {s: Sent}}}
            """
        #expect(
            differences(
                """
                shapes:
                  Both: {fields: {a: Open, b: Closed, c: Opened, d: Shut}}
                  Open: {enum: [a, b, c]}
                  Closed: {closed: true, enum: [a, b]}
                  Opened: {closed: true, enum: [a]}
                  Shut: {enum: [a]}
                  Sent: {closed: true, enum: [a, b, c]}
                \(endpoints)
                """,
                """
                shapes:
                  Both: {fields: {a: Open, b: Closed, c: Opened, d: Shut}}
                  Open: {enum: {a: A, b: b, d: d}}
                  Closed: {closed: true, enum: [a, c]}
                  Opened: {enum: [a]}
                  Shut: {closed: true, enum: [a]}
                  Sent: {closed: true, enum: {a: A, b: b}}
                \(endpoints)
                """
            ) == [
                "new 5:17 server shapes.Open.enum.a: its value changed from `a` to `A`",
                "new 5:29 additive shapes.Open.enum.d: it was added; its value was `unknown`, and a `switch` without `default` needs it",
                "old 5:23 callers shapes.Open.enum.c: it was removed",
                "new 6:36 callers shapes.Closed.enum.c: it was added; a `switch` needs it",
                "old 6:36 callers+server shapes.Closed.enum.b: it was removed, and a reply with it is an error",
                "new 7:3 callers shapes.Opened: it is no longer closed, which adds the case `unknown` for other values",
                "new 8:3 callers+server shapes.Shut: it is now closed, which removes the case `unknown`, and other values are errors",
                "new 9:31 server shapes.Sent.enum.a: its value changed from `a` to `A`",
                "old 9:37 callers shapes.Sent.enum.c: it was removed",
            ]
        )
    }
}
