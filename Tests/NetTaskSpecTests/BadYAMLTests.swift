import Foundation
import Testing

@testable import NetTaskSpec

/// A spec of `Fixtures/Bad/yaml.cases`: below `# --- NAME` the text, and below `# gives` what it gives.
private struct YAMLMistake: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var expected: String

    /// What the text gives, without the lines that are quoted.
    var given: String {
        let bytes = Array(text.utf8)
        let result = SpecReader.read(sources: [.init(path: "a", bytes: bytes)])
        return unquoted(result.diagnostics, of: ["a": bytes])
            .replacing(/(?m)^a:/, with: "")
    }

    static let file = fixtures.appendingPathComponent("Bad/yaml.cases")
    static let all = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: #/(^|\n)# --- /#).map {
        let parts = $0.split(separator: "# gives\n", maxSplits: 1)
        let (name, text) = (parts[0].prefix { $0 != "\n" }, parts[0].drop { $0 != "\n" }.dropFirst())
        return YAMLMistake(testDescription: String(name), text: String(text), expected: String(parts[1]))
    }
}

@Test func thereAreMistakesOfYAML() throws {
    #expect(YAMLMistake.all.count > 20)
    if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
        let cases = YAMLMistake.all.map { "# --- \($0.testDescription)\n\($0.text)# gives\n\($0.given)" }
        try Data(cases.joined(separator: "\n").utf8).write(to: YAMLMistake.file)
        Issue.record("recorded yaml.cases")
    }
}

@Test(arguments: YAMLMistake.all)
private func aMistakeOfYAMLGivesExactlyThisText(_ mistake: YAMLMistake) {
    #expect(mistake.given == mistake.expected)
}

/// Files that hold what no text file does, and the text that each gives.
private let strangeFiles: [(bytes: [UInt8], text: String)] = [
    (
        Array("nettask: 1\n\0\u{1}\u{2}\u{3}".utf8),
        "a:2:1: error: byte 0x00 is not allowed in a text file; this may be a binary file [invalid-encoding]\n␀␁␂␃\n^"
    ),
    (
        [0xFF, 0xFE, 0x6E, 0, 0x65, 0, 0x74, 0],
        "a:1:1: error: this file is UTF-16; save it as UTF-8 [invalid-encoding]\n\u{FFFD}\u{FFFD}n␀e␀t␀\n^"
    ),
    (
        [0x63, 0x61, 0x66, 0xE9, 0x20],
        "a:1:4: error: byte 0xE9 is not valid UTF-8; save this file as UTF-8 text [invalid-encoding]\ncaf\u{FFFD} \n   ^"
    ),
    (
        Array("a: \"ring\u{7}\"".utf8),
        #"a:1:9: error: the control character U+0007 is not allowed in YAML; in double quotes, write it as "\u0007" [invalid-encoding]"#
            + "\na: \"ring␇\"\n        ^"
    ),
    (
        Array("nettask: 1\r\nclient: API\r\nzzz: 1\r\n".utf8),
        "a:3:1: error: unknown key `zzz` in a spec [unknown-key]\nzzz: 1\n^"
    ),
    ([], "a:1:1: error: this file is empty; a spec file begins with `nettask: 1` [empty-file]"),
]

@Test("control characters of a file are shown as visible signs", arguments: strangeFiles)
func strangeFile(_ bytes: [UInt8], _ text: String) {
    // when
    let result = SpecReader.read(sources: [.init(path: "a", bytes: bytes)])

    // then
    #expect(result.diagnostics.map(\.description) == [text])
}

@Test("a long line is shown around the place") func longLine() {
    // given
    let (opening, closing) = (String(repeating: "[", count: 70), String(repeating: "]", count: 70))

    // when
    let result = SpecReader.read(sources: [.init(path: "a", text: "shapes: \(opening)\(closing)")])

    // then
    let excerpt = "…\(opening.dropFirst(3))\(closing.dropFirst(17))…\n\(String(repeating: " ", count: 61))^"
    #expect(
        result.diagnostics.map(\.description) == [
            "a:1:72: error: more than 64 nested levels [limit-exceeded]\n\(excerpt)"
        ]
    )
}

@Test(
    "an invalid base URL is an error with the reason",
    arguments: [
        ("https://[zz]/", "invalid address in brackets"),
        ("https://[::1]x/", "only a port can follow the address"),
        ("https://{host}/v1", "a host can contain only letters, digits, `-` and `.`"),
        (#"https://example.com/\r\nX: y"#, #"`\r` must be written as `%0D`"#),
        ("https://example.com/%zz", "`%` must be followed by two hexadecimal digits"),
        ("https://example.com/#top", "it cannot have a fragment, which is never sent"),
        ("https:///v1", "missing host"),
        ("https://[::1", "missing `]`"),
        ("https://example.com:+80", "the port must be a number from 1 to 65535"),
        ("https://example.com:99999", "the port must be a number from 1 to 65535"),
        ("/v1", "it must begin with `https://` or `http://`"),
        ("ftp://example.com", "it must begin with `https://` or `http://`"),
        ("https://example.com/a b", "a space must be written as `%20`"),
        ("https://us er@example.com", "characters in the user before `@` must be percent-encoded"),
    ]
)
func baseURL(_ baseURL: String, _ reason: String) {
    // when
    let spec = "nettask: 1\nclient: API\nbaseURL: \"\(baseURL)\"\n"
    let result = SpecReader.read(sources: [.init(path: "a", text: spec)])

    // then
    #expect(
        unquoted(result.diagnostics, of: ["a": Array(spec.utf8)])
            == "a:3:10: error: invalid baseURL `\(baseURL)`: \(reason) [invalid-base-url]\n"
    )
}
