import Foundation
import NetTaskSystem
import Testing

/// The functions have to give what those of Foundation give.
@Suite("Functions in place of Foundation's")
struct SystemTests {
    @Test(
        "Spaces and tabs at the ends of a text are removed",
        arguments: ["", " ", " a\t", "a b", "\t\u{301}a\u{301} "]
    )
    func trimmed(text: String) {
        #expect(text.trimmed == text.trimmingCharacters(in: CharacterSet(charactersIn: " \t")))
    }

    @Test(
        "Escapes are decoded, unless one of them or the result is invalid",
        arguments: [
            "", "a+b", "a%20b", "%C3%A9", "%c3%a9", "é%2F", "%", "%2", "%2G", "%+1", "%FF", "%%20", "%\u{FF11}0",
        ]
    )
    func percentDecoded(text: String) {
        #expect(text.percentDecoded == text.removingPercentEncoding)
    }

    @Test(
        "Each occurrence of a part is replaced, even if a combining mark follows it",
        arguments: [("", "a"), ("aaa", "aa"), ("xabyab", "ab"), ("a\u{301}", "a"), ("\r\n", "\n"), ("é", "é")]
    )
    func replaced(text: String, part: String) {
        #expect(
            text.replacing(bytes: part, with: "<>")
                == text.replacingOccurrences(of: part, with: "<>", options: .literal)
        )
    }

    @Test("The case of letters, but of no other characters, is ignored")
    func ignoredCase() {
        #expect(
            "a%2Fb a%2fB a%\u{12}Fb [{".replacing(bytes: "A%2fb", with: "-", ignoresCase: true) == "- - a%\u{12}Fb [{"
        )
        #expect("{".replacing(bytes: "[", with: "-", ignoresCase: true) == "{")
    }

    @Test("A file is written and read in pieces, and reports the system's errors")
    func file() throws {
        // given
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: place) }
        let written = try RegularFile(creating: place)

        // when
        try written.append(Data("abc".utf8))
        try written.append(Data())
        try written.flush()

        // then
        let file = try RegularFile(reading: place)
        #expect(file.length == 3)
        #expect(try file.next(upTo: 2) == Data("ab".utf8))
        #expect(try file.next(upTo: 2) == Data("c".utf8))
        #expect(try file.next(upTo: 2) == Data())
        #expect(throws: POSIXError(.EEXIST)) { try RegularFile(creating: place) }
        #expect(throws: POSIXError(.EBADF)) { try file.append(Data("d".utf8)) }
        #expect(reason(of: POSIXError(.ENOENT)) == "No such file or directory")
    }
}
