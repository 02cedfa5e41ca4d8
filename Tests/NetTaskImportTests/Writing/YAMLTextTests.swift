import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

private func written(_ text: String) -> String {
    var map = SpecMap()
    map.add("description", text)
    return YAMLText.of(map)
}

/// What our own reader makes of it.
private func read(_ yaml: String) throws -> String {
    let file = YAMLFile(path: "a", number: 0, bytes: Array(yaml.utf8))
    let diagnostics = DiagnosticCollector()
    _ = diagnostics.add(file: "a")
    let root = try #require(file.root(diagnostics))
    guard case .mapping(let entries) = root.content, case .scalar(let scalar) = entries[0].value.content else {
        return "no text"
    }
    return scalar.text
}

@Suite("YAMLText")
struct YAMLTextTests {
    @Test(
        "text of any content is read unchanged",
        arguments: [
            "", " ", "plain text", "NO", "null", "12", "1.5e3", "-x", "- x", "a: b", "a:", "a #b", "#a", "{a}", "[a]",
            "a, b",
            "'a'", "\"a\"", "*a", "&a", "!a", "|", ">", "%a", "@a", "`a`", "a\tb", "a\nb", "a\n\nb\n", "\na", " a\nb",
            "a\n  b",
            "a\n \nb", "a\r\nb", "\u{85}\u{2028}", "\u{202E}abc", "\u{FEFF}", "😀 é", "\u{1}", "a\\b", "key: {a: [b]}",
            "...", "---", "?",
            "~", "=", "<<", "yes", "2026-11-22", "0x1F", "a  b", "\u{E000}", "a\n#b\n- c",
        ]
    )
    func roundTrip(_ text: String) throws {
        #expect(try read(written(text)) == text)
    }

    @Test("long text is folded at spaces, and several lines become a block")
    func blocks() throws {
        let long = Array(repeating: "word", count: 60).joined(separator: " ")
        #expect(written(long).hasPrefix("description: >-\n  word word"))
        #expect(written(long).split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(try read(written(long)) == long)
        #expect(written("one\ntwo") == "description: |-\n  one\n  two\n")
        #expect(written("one: two") == "description: \"one: two\"\n")
    }

    @Test("a map is in braces if it fits and braces are allowed")
    func maps() {
        // given
        var small = SpecMap(isCompact: true)
        small.add("type", "String?")
        small.add("deprecated", flag: true)
        var large = small
        large.add("description", Array(repeating: "word", count: 30).joined(separator: " "))
        var fields = SpecMap()
        fields.add("a", .map(small))
        fields.addComment("a comment")
        fields.add("b", .map(large), comment: "another")

        // when
        let text = YAMLText.of(fields)

        // then
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0] == "a: {type: String?, deprecated: true}")
        #expect(lines[1...4] == ["# a comment", "b:  # another", "  type: String?", "  deprecated: true"])
    }
}
