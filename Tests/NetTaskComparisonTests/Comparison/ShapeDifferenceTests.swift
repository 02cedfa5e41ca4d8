import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// Shapes, by whether requests or replies hold them.
@Suite struct ShapeDifferenceTests {
    @Test("what a discriminator says for an alternative may be more than before, but the first of it is what is sent")
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

    @Test("a field of what is only read can break what the old server replies")
    func read() {
        #expect(
            differences(
                """
                shapes:
                  Post: {fields: {a: Int, b: Int?, c: Int, d: {type: Int, default: 1}, e: Int?, f: Int, g: Int}}
                endpoints: {Get: {uri: x, response: Post}}
                """,
                """
                shapes:
                  Post:
                    fields:
                      a: Int?
                      b: Int
                      c: {type: Int, nullable: true}
                      d: Int
                      e: {type: Int?, nullable: true}
                      f: {type: Int, from: data.f}
                      h: Int
                      i: Int?
                endpoints: {Get: {uri: x, response: Post}}
                """
            ) == [
                "new 6:7 callers shapes.Post.fields.a: its type was `Int` and is `Int?`",
                "new 7:7 callers+server shapes.Post.fields.b: its type was `Int?` and is `Int`; "
                    + "`init` has to be given it; a reply without it is an error; a reply with `null` for it is an error",
                "new 8:7 callers shapes.Post.fields.c: its type was `Int` and is `Int` (nullable)",
                "new 9:7 callers+server shapes.Post.fields.d: its default was `1` and is none; "
                    + "`init` has to be given it; a reply without it is an error; a reply with `null` for it is an error",
                "new 10:7 callers shapes.Post.fields.e: its type was `Int?` and is `Int?` (nullable)",
                "new 11:7 server shapes.Post.fields.f: it was read from `f` and is from `data.f`",
                "new 12:7 callers+server shapes.Post.fields.h: it is new; `init` has to be given it; "
                    + "a reply without it is an error",
                "new 13:7 additive shapes.Post.fields.i: it is new",
                "old 4:89 callers shapes.Post.fields.g: it is gone",
            ]
        )
    }

    @Test("a field of what is only sent can break what the old server expects")
    func sent() {
        #expect(
            differences(
                """
                shapes:
                  Post: {fields: {a: Int, b: Int?, c: Int, d: Int?, f: Int?, g: Int}}
                endpoints: {Add: {method: POST, uri: x, body: Post}}
                """,
                """
                shapes:
                  Post:
                    fields: {a: Int?, b: Int, c: {type: Int, nullable: true}, d: {type: Int?, only: response}, h: Int}
                endpoints: {Add: {method: POST, uri: x, body: Post}}
                """
            ) == [
                "new 5:14 callers+server shapes.Post.fields.a: its type was `Int` and is `Int?`; "
                    + "a request can be without it",
                "new 5:23 callers shapes.Post.fields.b: its type was `Int?` and is `Int`; `init` has to be given it",
                "new 5:31 callers+server shapes.Post.fields.c: its type was `Int` and is `Int` (nullable); "
                    + "a request can be with `null` for it",
                "new 5:63 callers shapes.Post.fields.d: it is not sent any more",
                "new 5:96 callers shapes.Post.fields.h: it is new; `init` has to be given it",
                "old 4:53 callers shapes.Post.fields.f: it is gone",
                "old 4:62 callers+server shapes.Post.fields.g: it is gone, and not sent any more",
            ]
        )
    }

    @Test("types that read more than before break no server; types that read less do")
    func types() {
        #expect(
            differences(
                """
                shapes:
                  State: {enum: [open]}
                  Post:
                    fields: {a: Int8, b: Int, c: UUID, d: State, e: Int, f: Date, g: {type: Date, format: unix}, h: State}
                endpoints: {Get: {uri: x, response: Post}}
                """,
                """
                shapes:
                  State: {enum: [open]}
                  Post:
                    fields: {a: Int, b: Int8, c: String, d: String, e: JSONValue, f: String, g: String, h: Post2}
                  Post2: {fields: {i: State}}
                endpoints: {Get: {uri: x, response: Post}}
                """
            ) == [
                "new 6:14 callers shapes.Post.fields.a: its type was `Int8` and is `Int`",
                "new 6:22 callers+server shapes.Post.fields.b: its type was `Int` and is `Int8`; replies have something else",
                "new 6:31 callers shapes.Post.fields.c: its type was `UUID` and is `String`",
                "new 6:42 callers shapes.Post.fields.d: its type was `State` and is `String`",
                "new 6:53 callers shapes.Post.fields.e: its type was `Int` and is `JSONValue`",
                "new 6:67 callers shapes.Post.fields.f: its type was `Date` and is `String`",
                "new 6:78 callers+server shapes.Post.fields.g: its type was `Date` and is `String`; "
                    + "replies have something else",
                "new 6:89 callers+server shapes.Post.fields.h: its type was `State` and is `Post2`; "
                    + "replies have something else",
                "new 7:3 additive shapes.Post2: it is new",
            ]
        )
    }

    @Test("cases of an enumeration: new ones add where it is open, and break callers where it is closed")
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
                "new 5:17 server shapes.Open.enum.a: its value was `a` and is `A`",
                "new 5:29 additive shapes.Open.enum.d: it is new; it was `unknown`, and a `switch` without `default` needs it",
                "old 5:23 callers shapes.Open.enum.c: it is gone",
                "new 6:36 callers shapes.Closed.enum.c: it is new; a `switch` needs it",
                "old 6:36 callers+server shapes.Closed.enum.b: it is gone, and a reply that has it is an error",
                "new 7:3 callers shapes.Opened: it is not closed any more: it has a case `unknown` for other values",
                "new 8:3 callers+server shapes.Shut: it is closed now: the case `unknown` is gone, and other values are errors",
                "new 9:31 server shapes.Sent.enum.a: its value was `a` and is `A`",
                "old 9:37 callers shapes.Sent.enum.c: it is gone",
            ]
        )
    }

    @Test("types of `oneOf`")
    func alternatives() {
        #expect(
            differences(
                """
                shapes:
                  Card: {fields: {n: Int}}
                  Cash: {fields: {m: Int}}
                  Bill: {fields: {o: Int}}
                  Pay: {oneOf: {card: Card, cash: Cash}, discriminator: kind}
                  Else: {oneOf: {card: Card, cash: Cash, text: String}}
                endpoints: {A: {uri: a, response: Pay}, B: {uri: b, response: Else}}
                """,
                """
                shapes:
                  Card: {fields: {n: Int}}
                  Cash: {fields: {m: Int}}
                  Bill: {fields: {o: Int}}
                  Pay: {oneOf: {card: Card, bill: Bill}, discriminator: type}
                  Else: {oneOf: {cash: Cash, card: Card, bill: Bill}}
                endpoints: {A: {uri: a, response: Pay}, B: {uri: b, response: Else}}
                """
            ) == [
                "new 6:3 callers shapes.Bill: no request holds it, so that it cannot be packed any more",
                "new 7:3 server shapes.Pay: its `discriminator` was `kind` and is `type`",
                "new 7:29 additive shapes.Pay.oneOf.bill: it is new; it was `unknown`, and a `switch` without `default` needs it",
                "old 7:29 callers shapes.Pay.oneOf.cash: it is gone",
                "new 8:42 callers shapes.Else.oneOf.bill: it is new; a `switch` needs it",
                "old 8:42 callers+server shapes.Else.oneOf.text: it is gone, and a reply that has it is an error",
                "new 8:18 callers shapes.Else.oneOf.cash: it is tried before `card` now, "
                    + "so that the same reply may be another case",
            ]
        )
    }

    @Test("conformances that are gone break callers, also those that came with others or with where a shape is used")
    func conformances() {
        #expect(
            differences(
                """
                shapes:
                  A: {fields: {a: Int}, conformances: [Codable, Hashable]}
                  B: {enum: [b], conformances: [Hashable]}
                  C: {fields: {c: Int}}
                endpoints: {GA: {uri: a, response: A}, GB: {uri: b, response: B}, PC: {method: PUT, uri: c, body: C, response: C}}
                """,
                """
                shapes:
                  A: {fields: {a: Int}, conformances: [Encodable, Equatable, Mine]}
                  B: {enum: [b]}
                  C: {fields: {c: Int}}
                endpoints: {GA: {uri: a, response: A}, GB: {uri: b, response: B}, PC: {method: PUT, uri: c, response: C}}
                """
            ) == [
                "new 4:3 callers shapes.A: it does not conform to `Codable` any more",
                "new 4:3 callers shapes.A: it does not conform to `Decodable` any more",
                "new 4:3 callers shapes.A: it does not conform to `Hashable` any more",
                "new 4:3 additive shapes.A: it conforms to `Mine` now",
                "new 6:3 callers shapes.C: no request holds it, so that it cannot be packed any more",
                "new 7:67 callers+server endpoints.PC: its `body` was `C` and is none",
            ]
        )
    }

    @Test("a shape of another kind, and another Swift type of the user's")
    func kinds() {
        #expect(
            differences(
                """
                shapes: {A: {fields: {a: Int}}, M: {swiftType: Money}, N: {swiftType: Note}}
                """,
                """
                shapes: {A: {enum: [a]}, M: {swiftType: Money, import: MoneyKit}, L: {swiftType: Note}}
                """
            ) == [
                "new 3:10 callers+server shapes.A: it was an object with fields and is an enumeration",
                "new 3:26 callers shapes.M: its Swift type was `Money` and is `Money` of MoneyKit",
            ]
        )
    }
}
