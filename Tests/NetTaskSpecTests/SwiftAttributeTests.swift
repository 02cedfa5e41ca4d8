import Testing

@testable import NetTaskSpec

@Suite("An attribute of Swift in a spec")
struct SwiftAttributeTests {
    @Test(
        "is a name, and arguments in parentheses",
        arguments: [
            "@frozen", "@_spi(Private)", "@Kit.Model", "@available(iOS 17, macOS 14, *)", "@Öl", "@Model()",
            "@available(*, deprecated, message: \"use `Post` {or; so} // – ü\")",
            "@Table([1, -2.5], by: (.name, true))",
        ]
    )
    func valid(text: String) {
        #expect(SwiftAttribute(text)?.text == text)
    }

    @Test(
        "cannot end itself, or begin another declaration",
        arguments: [
            "", "@", "frozen", "@ frozen", "@frozen ", "@frozen @objc", "@frozen\nstruct A {}", "@a;", "@a.", "@1a",
            "@frozen//", "@frozen/*", "@a(", "@a)", "@a())", "@a(]", "@a([)]", "@a()()", "@a() struct A", "@a(b)\n",
            "@a(\n)", "@a({})", "@a(b; c)", "@a(b // c)", "@a(/* b */)", "@a(#file)", "@a(`b`)", "@a(b = c)",
            "@a(\")", "@a(\"b)", "@a(\"\\(b)\")", "@a(\"\\\")", "@a(\"\"\"b\"\"\")", "@a(\"\u{202E}\")", "@a(\"\n\")",
            "@a(#\"b\"#)", "@a\u{301}(", "@a(ü)",
        ]
    )
    func invalid(text: String) {
        #expect(SwiftAttribute(text) == nil)
    }
}
