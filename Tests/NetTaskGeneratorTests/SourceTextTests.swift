import Testing

@testable import NetTaskGenerator

@Suite("Text of a spec is escaped in Swift source")
struct SourceTextTests {
    @Test(
        "a string literal reads back as the string",
        arguments: [
            ("plain", #""plain""#),
            (#"quote " and \ and \(x)"#, #""quote \" and \\ and \\(x)""#),
            ("line\nreturn\rtab\t", #""line\nreturn\rtab\t""#),
            ("\u{0}\u{7}\u{7F}\u{85}", #""\u{0}\u{7}\u{7F}\u{85}""#),
            ("right\u{202E}to\u{2066}left\u{200F}", #""right\u{202E}to\u{2066}left\u{200F}""#),
            ("\u{2028}\u{FEFF}\u{A0}", #""\u{2028}\u{FEFF}\u{A0}""#),
            ("größe 名前 🐶", #""größe 名前 🐶""#),
            (##""""# */ #"##, ##""\"\"\"# */ #""##),
        ]
    )
    func stringLiteral(string: String, source: String) {
        #expect(StringLiteral(string).text == source)
    }

    @Test(
        "keywords get backticks only where Swift needs them",
        arguments: [
            ("class", "`class`; self.class; f(class: 1); `class`"),
            ("await", "`await`; self.await; f(await: 1); `await`"),
            ("inout", "`inout`; self.inout; f(`inout`: 1); `inout`"), ("open", "open; self.open; f(open: 1); open"),
            ("any", "any; self.any; f(any: 1); `any`"), ("id", "id; self.id; f(id: 1); id"),
            ("self", "`self`; self.`self`; f(self: 1); `self`"),
        ]
    )
    func identifier(name: String, source: String) {
        let (value, type) = (Identifier(name), Identifier(type: name))
        #expect(("\(value); self.\(value); f(\(value.label): 1); \(type)" as SwiftCode).text == source)
    }

    @Test(
        "a parameter has backticks only for keywords that it cannot have",
        arguments: [("class", "class"), ("inout", "`inout`"), ("let", "`let`"), ("var", "`var`"), ("id", "id")]
    )
    func parameter(name: String, source: String) {
        #expect(Identifier(name).parameter.text == source)
    }

    @Test("an identifier cannot end early")
    func hostileIdentifier() {
        #expect(Identifier("a` b\n(").text == "a__b__")
    }

    @Test(
        "whole numbers of seven digits and more are grouped",
        arguments: [(0, "0"), (-1, "-1"), (123_456, "123456"), (1_234_567, "1_234_567"), (-12_345_678, "-12_345_678")]
    )
    func integer(number: Int, source: String) {
        #expect(NumberLiteral(number).text == source)
    }

    @Test("the least integer can be written")
    func leastInteger() {
        #expect(NumberLiteral(Int.min).text == "-9_223_372_036_854_775_808")
    }

    @Test(
        "YAML's forms of numbers become Swift's",
        arguments: [
            ("0.5", "0.5"), ("-1e-3", "-1e-3"), (".5", "0.5"), ("5.", "5.0"), ("+1.5", "1.5"), ("nan", nil),
            ("1e999", nil),
        ]
    )
    func number(written: String, source: String?) {
        #expect(NumberLiteral(written)?.text == source)
    }

    @Test("a comment cannot end early, and shows invisible characters")
    func docComment() {
        // given
        let text = "One */ two\r\nthree \u{202E}\u{0}\n\n"

        // when
        let comment = DocComment(text, nil, "`GET x`")

        // then
        #expect(comment.lines == ["/// One */ two", #"/// three \u{202E}\u{0}"#, "///", "/// `GET x`"])
    }
}
