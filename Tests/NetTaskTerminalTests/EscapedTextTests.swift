import Foundation
import NetTaskTerminal
import Testing

@Suite("Text of others is escaped for a terminal")
struct EscapedTextTests {
    /// Each kind of character that is not shown as it is.
    private let hostile = "a\u{1B}[2J\u{9B}31m\u{202E}\u{2066}\u{200D}\u{2028}\u{FEFF}\u{E0041}\u{7F}\u{0}\r\nb\tc"

    @Test("on one line")
    func line() {
        #expect(
            hostile.escapedForTerminal
                == #"a\u{1B}[2J\u{009B}31m\u{202E}\u{2066}\u{200D}\u{2028}\u{FEFF}\u{000E0041}\u{7F}\0\r\nb\tc"#
        )
    }

    @Test("on several lines, which are kept")
    func lines() {
        #expect("a\u{202E}\r\nb".escapedLines == "a\\u{202E}\\r\nb")
    }

    @Test("in JSON, with the same value")
    func json() throws {
        // given
        let text = String(decoding: try JSONEncoder().encode([hostile: [hostile]]), as: UTF8.self)
        // when
        let escaped = "\t\(text)\r\n".escapedJSON
        // then
        #expect(!escaped.unicodeScalars.contains { !$0.isASCII })
        #expect(escaped.contains(#"\u202e\u2066\u200d\u2028\ufeff\udb40\udc41"#))
        #expect(try JSONDecoder().decode([String: [String]].self, from: Data(escaped.utf8)) == [hostile: [hostile]])
    }

    @Test("in a command, with the same effect in a shell")
    func shell() throws {
        // given
        let argument = hostile.replacing("\0", with: "")
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        let command = "printf %s '\(argument)'".escapedShell
        shell.arguments = ["-c", command]
        shell.standardOutput = output
        // when
        try shell.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        // then
        #expect(String(decoding: printed, as: UTF8.self) == argument)
        #expect(!command.contains("\u{202E}"))
    }

    @Test("without other changes", arguments: ["", "plain", "é 日本 👍 ✓", "a\\b\"c'"])
    func plain(text: String) {
        #expect(text.escapedForTerminal == text)
        #expect(text.escapedLines == text)
        #expect(text.escapedJSON == text)
        #expect(text.escapedShell == text)
    }
}
