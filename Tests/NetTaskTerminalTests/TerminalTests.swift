import NetTaskTerminal
import Testing

@Suite("A terminal")
struct TerminalTests {
    private static let size = (columns: 80, rows: 24)

    @Test(
        "has styles unless it is a pipe, is dumb, or the environment disables them",
        arguments: [
            (true, [:], true),
            (false, [:], false),
            (true, ["TERM": "dumb"], false),
            (true, ["NO_COLOR": "1"], false),
            (true, ["NO_COLOR": "0"], false),
            (true, ["NO_COLOR": ""], true),
            (false, ["FORCE_COLOR": "1"], true),
            (false, ["FORCE_COLOR": "0"], false),
            (false, ["FORCE_COLOR": ""], false),
            (true, ["FORCE_COLOR": "1", "TERM": "dumb"], true),
            (true, ["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
        ] as [(Bool, [String: String], Bool)]
    )
    func hasStyles(isTerminal: Bool, environment: [String: String], hasStyles: Bool) {
        let terminal = Terminal(isTerminal: isTerminal, size: Self.size, environment: environment)
        #expect(terminal.hasStyles == hasStyles)
        #expect((terminal.styled("a", .bold, .red) == "\u{1B}[1;31ma\u{1B}[0m") == hasStyles)
        #expect((terminal.styled("a", .bold, .red) == "a") != hasStyles)
    }

    @Test("has the width of its window, or else of COLUMNS; a pipe has no width")
    func width() {
        let environment = ["COLUMNS": "60"]
        #expect(Terminal(isTerminal: true, size: Self.size, environment: environment).width == 80)
        #expect(Terminal(isTerminal: true, environment: environment).width == 60)
        #expect(Terminal(isTerminal: true, environment: ["COLUMNS": "wide"]).width == nil)
        #expect(Terminal(isTerminal: true).width == nil)
        #expect(Terminal(isTerminal: false, size: Self.size, environment: environment).width == nil)
    }

    @Test("is not overwritten if it is dumb, and neither is a pipe")
    func rewriting() {
        #expect(Terminal(isTerminal: true).canRewrite)
        #expect(!Terminal(isTerminal: true, environment: ["TERM": "dumb"]).canRewrite)
        #expect(!Terminal(isTerminal: false, environment: ["FORCE_COLOR": "1"]).canRewrite)
    }

    @Test(
        "cuts wide text between characters and outside of escape sequences",
        arguments: [
            ("abcdef", "abcdef"),
            ("abcdefg", "abcde…"),
            ("\u{1B}[1;31mabcdefg\u{1B}[0m", "\u{1B}[1;31mabcde…\u{1B}[0m"),
            ("\u{1B}[31mabcdef\u{1B}[0m", "\u{1B}[31mabcdef\u{1B}[0m"),
            ("日本語", "日本語"),
            ("日本語x", "日本…"),
            ("a日本語", "a日本…"),
            ("cafe\u{301}ine", "cafe\u{301}i…"),
            ("👩‍👩‍👧👍🏽ab", "👩‍👩‍👧👍🏽ab"),
            ("👩‍👩‍👧👍🏽abc", "👩‍👩‍👧👍🏽a…"),
        ]
    )
    func cuts(line: String, cut: String) {
        #expect(Terminal(isTerminal: true, size: (6, 1)).cut(line) == cut)
        #expect(Terminal(isTerminal: false).cut(line) == line)
    }

    @Test("wraps text between words, and indents the lines after the first")
    func wraps() {
        let terminal = Terminal(isTerminal: true, size: (12, 1))
        #expect(terminal.wrapped("one two three four", indent: 2) == "one two\n  three four")
        #expect(terminal.wrapped("  one two three", indent: 4) == "  one two\n    three")
        #expect(terminal.wrapped("averylongword of it", indent: 2) == "averylongword\n  of it")
        #expect(terminal.wrapped("\u{1B}[1mone two\u{1B}[0m three") == "\u{1B}[1mone two\u{1B}[0m\nthree")
        #expect(Terminal(isTerminal: false).wrapped("one two three four") == "one two three four")
    }

    @Test(
        "counts the columns of characters",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("\u{200B}", 0), ("한", 2), ("Ａ", 2), ("ｱ", 1), ("♥", 1), ("♥️", 2),
            ("🇪🇺", 2), ("…", 1), ("│", 1), ("1️⃣", 2),
        ] as [(Character, Int)]
    )
    func columns(character: Character, width: Int) {
        #expect(character.displayWidth == width)
    }
}
