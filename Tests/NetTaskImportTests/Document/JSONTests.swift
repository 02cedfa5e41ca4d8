import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("JSON of other programs")
struct JSONTests {
    private static let dialect = YAMLDialect(
        noun: "a document",
        opening: "{",
        bytes: 1 << 20,
        depth: 8,
        nodes: 100,
        isForeign: true
    )

    private func read(_ text: String, path: String = "a.json") -> (root: YAMLNode?, problems: [String]) {
        read(Array(text.utf8), path: path)
    }

    private func read(_ bytes: [UInt8], path: String = "a.json") -> (root: YAMLNode?, problems: [String]) {
        let diagnostics = DiagnosticCollector()
        let file = YAMLFile(path: path, number: diagnostics.add(file: path), bytes: bytes, dialect: Self.dialect)
        let root = file.documentRoot(diagnostics)
        return (root, diagnostics.diagnostics().map { "\($0.place): \($0.severity): \($0.message)" })
    }

    /// The node with the places of all that is in it.
    private func outline(_ node: YAMLNode?) -> String {
        guard let node else { return "nothing" }
        let (start, end) = (node.range.start, node.range.end)
        let place = "@\(start.line):\(start.column)-\(end.line):\(end.column)"
        switch node.content {
        case .scalar(let scalar): return (scalar.isPlain ? "\(scalar.text)" : "'\(scalar.text)'") + place
        case .sequence(let items): return "[" + items.map(outline).joined(separator: ", ") + "]" + place
        case .mapping(let entries):
            let written = entries.map { entry in
                let (start, end) = (entry.keyRange.start, entry.keyRange.end)
                return "\(entry.key)@\(start.line):\(start.column)-\(end.line):\(end.column): \(outline(entry.value))"
            }
            return "{" + written.joined(separator: ", ") + "}" + place
        }
    }

    @Test(
        "is read like YAML, with the same places",
        arguments: [
            "{}", "[]", " [ ] ", "{\"a\": 1}", "[true, false, null, -1.5e+3, 0, \"0\"]",
            "{\n  \"a\": [1,\n    {\"ä😀\": \"é\", \"b\": []}\n  ],\r\n  \"c\": {\"d\": \"\"}\r\n}\n",
            "{\"a\": \"😀é\\n\\\"\\/\\u00e9\", \"b\": 1, \"c\\u2028\": 2,\n\"d\": \"\\u2029\", \"e\": 3}",
        ]
    )
    func sameAsYAML(_ text: String) {
        // given
        let diagnostics = DiagnosticCollector(files: ["a.yaml"])
        let yaml = YAMLComposer.compose(SourceText(Array(text.utf8)), Self.dialect, diagnostics: diagnostics)

        // when
        let json = read(text)

        // then
        #expect(yaml != nil)
        #expect(outline(json.root) == outline(yaml))
        #expect(json.problems == [])
    }

    @Test("strings may contain characters that YAML does not allow")
    func characters() throws {
        // given
        let text = "{\"a\": \"\u{FEFF}b\u{7F}\u{85}\u{9F}\u{FFFE}\", \"c\": \"\\ud83d\\ude00\\u0000\\ufeff\\u0085\"}"

        // when
        let (root, problems) = read(text)

        // then
        #expect(problems == [])
        #expect(
            outline(root)
                == "{a@1:2-1:5: '\u{FEFF}b\u{7F}\u{85}\u{9F}\u{FFFE}'@1:7-1:15, c@1:17-1:20: "
                + "'😀\0\u{FEFF}\u{85}'@1:22-1:54}@1:1-1:55"
        )
    }

    @Test("only line breaks between values start a line")
    func lines() {
        #expect(
            outline(read("[\"\u{2028}\",\r\"\u{85}\",\r\n1,\n2]").root)
                == "['\u{2028}'@1:2-1:5, '\u{85}'@2:1-2:4, 1@3:1-3:2, 2@4:1-4:2]@1:1-4:3"
        )
    }

    @Test("keys may be longer than YAML's")
    func longKeys() {
        // given
        let key = String(repeating: "k", count: 5_000)

        // when
        let (root, problems) = read("{\"\(key)\": 1}")

        // then
        #expect(problems == [])
        #expect(outline(root) == "{\(key)@1:2-1:5004: 1@1:5006-1:5007}@1:1-1:5008")
    }

    @Test(
        "a lone surrogate is replaced, with a warning",
        arguments: ["\\ud83d", "\\ude00", "\\ud83dx", "\\ud83d\\u0041"]
    )
    func halves(_ half: String) throws {
        // when
        let (root, problems) = read("[\"\(half)\"]")

        // then
        let code = half.dropFirst(2).prefix(4).uppercased()
        #expect(
            problems == [
                "a.json:1:3: warning: `\\u\(code)` is half of a surrogate pair, and the other half is missing; U+FFFD "
                    + "replaces it"
            ]
        )
        let text = half.hasSuffix("x") ? "\u{FFFD}x" : half.hasSuffix("41") ? "\u{FFFD}A" : "\u{FFFD}"
        #expect(outline(root).hasPrefix("['\(text)'@1:2-"))
    }

    @Test("a surrogate pair after a lone surrogate is read")
    func pairBehindHalf() {
        #expect(outline(read("[\"\\ud83d\\ud83d\\ude00\"]").root).hasPrefix("['\u{FFFD}😀'@"))
    }

    @Test("a duplicate key is an error at the second one")
    func duplicates() {
        #expect(
            read("{\"a\": 1,\n \"a\": 2}").problems == ["a.json:2:2: error: duplicate key `a`"]
        )
    }

    @Test(
        "that is invalid is an error at its place",
        arguments: [
            ("{\"a\": 1", "1:8: error: a comma or `}` is missing here"),
            ("{\"a\": 1}}", "1:9: error: unexpected text after the end of the document"),
            ("{\"a\": }}", "1:7: error: a value is missing here"),
            ("{\"a\": tru}}", "1:7: error: a value is missing here"),
            ("{\"a\": 1.}}", "1:7: error: a value is missing here"),
            ("{\"a\" 1}", "1:6: error: a colon is missing here"),
            ("[\"a\": {]", "1:5: error: a comma or `]` is missing here"),
            ("[\n\"\\ud8\"]", "2:2: error: `\\u` must be followed by four hexadecimal digits"),
            ("[\"\\x\"]]", "1:3: error: invalid escape sequence"),
            ("[\"a\\", "1:2: error: this quote is never closed"),
            ("[\"a\u{1}\"]", "1:4: error: a string cannot contain a control character; write this one as `\\u0001`"),
        ]
    )
    func broken(_ text: String, _ problem: String) {
        // when
        let (root, problems) = read(text)

        // then
        #expect(root == nil)
        #expect(problems == ["a.json:\(problem)"])
    }

    @Test("bytes that are not UTF-8 are an error at their place")
    func invalidBytes() {
        #expect(
            read(Array("[\n\"é".utf8) + [0xFF] + Array("\"]".utf8)).problems == [
                "a.json:2:3: error: byte 0xFF is not valid UTF-8; save this file as UTF-8 text"
            ]
        )
    }

    @Test("only YAML is read as YAML, regardless of the name")
    func yamlInBraces() {
        #expect(outline(read("{a: 1, b: [c, d,]}").root).hasPrefix("{a@1:2-1:3: 1@1:5-1:6, b@"))
        #expect(read("{a: 1", path: "a.yaml").problems.first?.contains("error: did not find") == true)
    }

    @Test("has the same budget as YAML")
    func budget() {
        // given
        let deep = String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
        let many = "[" + String(repeating: "1,", count: 120) + "1]"

        // then
        #expect(read(deep).problems == ["a.json:1:9: error: nested more than 8 levels deep"])
        #expect(read(many).problems == ["a.json:1:200: error: more than 100 values in one file"])
    }
}
