import Foundation
import NetTaskRuntime
import Testing

@Suite("Secrets in descriptions")
struct RedactionTests {
    @Test("A secret that contains another one is hidden completely")
    func partOfAnother() {
        let redaction = Redaction(secrets: ["token", "token-of-ada"])
        #expect(redaction.text("is token-of-ada or token") == "is <secret> or <secret>")
    }

    @Test(
        "A short secret is hidden only where it is a whole word",
        arguments: [
            ("https://a.test/t?t=t&at=1", "https://a.test/<secret>?<secret>=<secret>&at=1"),
            ("Bearer t", "Bearer <secret>"), (#"{"a":"\nt","b":"tt"}"#, #"{"a":"\n<secret>","b":"tt"}"#),
            ("a%20t%20b", "a%20<secret>%20b"), ("t", "<secret>"), ("dA==", "<secret>"),
        ]
    )
    func short(text: String, expected: String) {
        #expect(Redaction(secrets: ["t"]).text(text) == expected)
        #expect(Redaction(secrets: ["secret"]).text("asecretb") == "a<secret>b")
    }

    @Test(
        "A secret is found in each encoding",
        arguments: [
            ("a b", "a b"), ("a b", "a%20b"), ("a b", "a+b"), ("a/b", "a%2fb"), ("a/b?", "a/b%3F"), ("a/b", #"a\/b"#),
            (#"a"b"#, #"a\"b"#), (#"a\b"#, #"a\\b"#), ("a\nb", #"a\nb"#), ("a\rb", #"a\rb"#), ("a\tb", #"a\tb"#),
            ("user:pass", "dXNlcjpwYXNz"),
        ]
    )
    func spellings(secret: String, text: String) {
        #expect(Redaction(secrets: [secret]).text("x \(text) y") == "x <secret> y")
    }
}
