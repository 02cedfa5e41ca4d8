import Testing

@testable import NetTaskSpec

/// The root of a text that is right YAML.
private func node(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> YAMLNode {
    let diagnostics = DiagnosticCollector()
    _ = diagnostics.add(file: "a.yaml")
    let root = YAMLComposer.compose(SourceText(Array(text.utf8)), .spec, diagnostics: diagnostics)
    #expect(diagnostics.diagnostics(clientCount: [:]).map(\.description) == [], sourceLocation: sourceLocation)
    return try #require(root, sourceLocation: sourceLocation)
}

/// The keys and scalar values of a map, in order.
private func pairs(_ node: YAMLNode?) -> [String] {
    guard case .mapping(let entries) = node?.content else { return [] }
    return entries.map { entry in
        guard case .scalar(let scalar) = entry.value.content else { return entry.key }
        return "\(entry.key)=\(scalar.text)"
    }
}

private func value(_ key: String, of node: YAMLNode) -> YAMLNode? {
    guard case .mapping(let entries) = node.content else { return nil }
    return entries.first { $0.key == key }?.value
}

@Test func everyNodeKnowsItsPlace() throws {
    // when
    let root = try node("a: 1\nbä:  [x, \"y z\"]\n")

    // then
    guard case .mapping(let entries) = root.content, case .sequence(let items) = entries[1].value.content else {
        Issue.record("not a map with a list")
        return
    }
    #expect(entries[1].keyRange == range(2, 1, 2, 3))
    #expect(entries[1].value.range == range(2, 6, 2, 16))
    #expect(items[1].range == range(2, 10, 2, 15))
}

@Test func linesAreCountedAsEditorsCountThem() throws {
    // given: two line breaks that YAML knows and editors do not, and all three that both know
    let root = try node("a: \"x\u{2028}y\u{85}z\"\nb: 1\r\nc: 2\rd: 3\n")

    // then
    #expect(value("b", of: root)?.range.start == SourceRange.Position(line: 2, column: 4))
    #expect(value("c", of: root)?.range.start == SourceRange.Position(line: 3, column: 4))
    #expect(value("d", of: root)?.range.start == SourceRange.Position(line: 4, column: 4))
}

@Test func aByteOrderMarkIsNoPartOfTheText() throws {
    // given
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("nettask: 1\nclient: API\n".utf8)

    // then
    #expect(problems(bytes: bytes) == [])
    #expect(problems(bytes: [0xEF, 0xBB, 0xBF] + Array("nettask: 2".utf8)).first?.hasPrefix("1:10: ") == true)
}

@Test func anAliasStandsForItsAnchor() throws {
    // when
    let root = try node("a: &x {k: v}\nb: *x\nc: [*x, *x]\n")

    // then
    #expect(pairs(value("b", of: root)) == ["k=v"])
}

@Test func aMergeKeyAddsWhatIsMissing() throws {
    // when
    let root = try node("base: &base {a: 1, b: 2}\nall: {x: 0, <<: *base, b: 3}\n")

    // then: in the place of the merge key, and what the map itself says wins
    #expect(pairs(value("all", of: root)) == ["x=0", "a=1", "b=3"])
}

@Test func ofSeveralMergedMapsTheFirstWins() throws {
    // when
    let root = try node("a: &a {k: 1}\nb: &b {k: 2, l: 2}\nall: {<<: [*a, *b]}\n")

    // then
    #expect(pairs(value("all", of: root)) == ["k=1", "l=2"])
}

@Test func aQuotedMergeKeyIsAKey() throws {
    #expect(pairs(try node("{\"<<\": 1}")) == ["<<=1"])
}

@Test func quotedAndTaggedScalarsAreText() throws {
    // when
    let root = try node("a: \"1\"\nb: !!str 1\nc: 1\nd: ! 1\ne: |\n  1\n")

    // then
    guard case .mapping(let entries) = root.content else {
        Issue.record("\(root.content)")
        return
    }
    let arePlain = entries.map { entry in
        if case .scalar(let scalar) = entry.value.content { scalar.isPlain } else { false }
    }
    #expect(arePlain == [false, false, true, false, false])
}

@Test(
    "a tag is an error at its place, unless it makes a value text",
    arguments: [
        ("endpoints: {A: {uri: !!int a}}", "4:22", "!!int"),
        ("endpoints: {A: {uri: !!binary aGk=}}", "4:22", "!!binary"),
        ("endpoints: {A: {!!null uri: a}}", "4:17", "!!null"), ("endpoints: {A: !!map {uri: a}}", "4:16", "!!map"),
        ("endpoints: !!omap\n  A: {uri: a}", "4:12", "!!omap"), ("endpoints: {A: {uri: &a !!int a}}", "4:25", "!!int"),
        ("endpoints: {A: {uri: a, response: !!seq [String]}}", "4:35", "!!seq"),
        ("endpoints: {A: {uri: a, response: !!str [String]}}", "4:35", "!!str"),
        ("endpoints: {A: {uri: a, response: &a !shape [String]}}", "4:38", "!shape"),
        ("endpoints: {A: {uri: a, response: ! [String]}}", "4:35", "!"),
        ("endpoints: {A: {uri: !<tag:a.example,2026:x> a}}", "4:22", "!<tag:a.example,2026:x>"),
        ("endpoints: {A: {uri: a, x-b: !!float 1}}", "4:30", "!!float"),
    ]
)
func tags(_ text: String, _ place: String, _ tag: String) {
    #expect(
        problems("nettask: 1\nclient: API\nbaseURL: https://a.example\n\(text)\n")
            == ["\(place): a spec file cannot have the tag `\(tag)`"]
    )
}

@Test func aTagOfADirectiveIsAnErrorToo() {
    #expect(
        problems("%TAG ! tag:yaml.org,2002:\n---\nnettask: 1\nclient: API\nversion: !int 1\n")
            == ["5:10: a spec file cannot have the tag `!!int`"]
    )
}

@Test func aTagInASpecThatAnotherExtendsIsReportedThere() {
    // given
    let overlay = "nettask: 1\nextends: b.nettask.yaml\nendpoints: {A: {uri: !!int b}}\n"
    let base = "nettask: 1\nclient: API\nbaseURL: https://a.example\nendpoints: {A: {uri: !!binary a}}\n"

    // when
    let result = SpecReader.read(sources: [
        .init(path: "a.nettask.yaml", text: overlay), .init(path: "b.nettask.yaml", text: base),
    ])

    // then
    #expect(
        result.diagnostics.map { "\($0.place): \($0.message)" } == [
            "a.nettask.yaml:3:22: a spec file cannot have the tag `!!int`",
            "b.nettask.yaml:4:22: a spec file cannot have the tag `!!binary`",
        ]
    )
}

@Test func manyKeysAreSearchedForDuplicatesToo() {
    // given
    let keys = (1...40).map { "  \"key\($0)\": a\n" }.joined()

    // when
    let found = problems("nettask: 1\nclient: API\ndefaults:\n headers:\n\(keys)  key17: b\n")

    // then
    #expect(found == ["45:3: duplicate key `key17`"])
}

private func range(_ line: Int, _ column: Int, _ endLine: Int, _ endColumn: Int) -> SourceRange {
    SourceRange(start: .init(line: line, column: column), end: .init(line: endLine, column: endColumn))
}
