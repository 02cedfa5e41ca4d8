import Foundation
import Testing

@Suite("nettask on a terminal", .timeLimit(.minutes(3)))
struct TerminalTests {
    private let nettask = Tool()
    private let wrong = """
        nettask: 1
        client: A
        endpoints:
          Get: {uri: x, metod: POST}
          Put: {uri: y, response: Itn}

        """

    @Test("shows an error with its line and the place underlined, in color")
    func diagnostics() throws {
        // given
        try nettask.write(wrong, to: "a.nettask.yaml")

        // when
        let session = try TerminalSession(nettask, "validate", "a.nettask.yaml")
        let status = session.finish()

        // then
        #expect(status == 1)
        #expect(session.output.contains("\u{1B}[1;31merror\u{1B}[0m\u{1B}[1m: unknown key `metod` in an endpoint"))
        #expect(
            session.output.removingStyles.hasPrefix(
                """
                error: unknown key `metod` in an endpoint [unknown-key]
                 --> a.nettask.yaml:4:17
                  |
                4 |   Get: {uri: x, metod: POST}
                  |                 ^^^^^
                  = help: did you mean `method`?

                error: unknown type `Itn` [unknown-shape]
                """
            )
        )
        #expect(session.output.removingStyles.hasSuffix("\n2 errors\n"))
    }

    @Test("has no color if the environment disables it, and color in a pipe if it forces it")
    func environment() throws {
        // given
        try nettask.write(wrong, to: "a.nettask.yaml")

        // when
        let plain = try TerminalSession(nettask, "validate", "a.nettask.yaml", environment: ["NO_COLOR": "1"])
        plain.finish()
        let dumb = try TerminalSession(nettask, "validate", "a.nettask.yaml", environment: ["TERM": "dumb"])
        dumb.finish()
        let pipe = try nettask.run(["validate", "a.nettask.yaml"], environment: ["FORCE_COLOR": "1"])

        // then
        #expect(plain.output == plain.output.removingStyles)
        #expect(plain.output.contains(" --> a.nettask.yaml:4:17\n"))
        #expect(dumb.output == plain.output)
        #expect(pipe.errors.contains("\u{1B}[1;31merror\u{1B}[0m"))
        #expect(pipe.errors.removingStyles == plain.output)
    }

    @Test("prints plain diagnostics in a pipe, for editors")
    func pipe() throws {
        // given
        try nettask.write(wrong, to: "a.nettask.yaml")

        // when
        let result = try nettask("validate", "a.nettask.yaml")

        // then
        #expect(
            result.errors.hasPrefix(
                """
                a.nettask.yaml:4:17: error: unknown key `metod` in an endpoint [unknown-key]
                  Get: {uri: x, metod: POST}
                                ^
                a.nettask.yaml:4:17: note: did you mean `method`?
                a.nettask.yaml:5:
                """
            )
        )
    }

    @Test("has no line that is wider than the terminal, and shows the place in it", arguments: [40, 80, 140])
    func width(columns: UInt16) throws {
        // given
        let long = String(repeating: "日本語 and so on ", count: 30)
        try nettask.write(
            "nettask: 1\nclient: A\nendpoints: {Get: {uri: x, description: \"\(long)\", metod: POST, params: {a: Itn}}}\n",
            to: "specs/a.nettask.yaml"
        )

        // when
        let session = try TerminalSession(nettask, "validate", "specs", columns: columns)
        session.finish()

        // then
        let lines = session.output.removingStyles.split(separator: "\n")
        #expect(lines.contains { $0.contains("| …") && $0.contains("metod: POST") })
        for line in lines { #expect(line.columns <= columns, "\(line)") }
        let marked = try #require(lines.firstIndex { $0.contains("metod:") })
        let place = try #require(lines[marked].range(of: "metod"))
        #expect(lines[marked + 1].count == lines[marked][..<place.upperBound].columns)
    }

    @Test("shows the files that generate wrote in color")
    func files() throws {
        try nettask.write("nettask: 1\nclient: A\n", to: "a.nettask.yaml")
        let session = try TerminalSession(nettask, "generate", "a.nettask.yaml", "-o", "out")
        #expect(session.finish() == 0)
        #expect(session.output.hasPrefix("\u{1B}[32mcreated\u{1B}[0m out/a.nettask.swift\n"))
    }

    @Test("watches specs, extended specs and new ones; an invalid one does not end it, Ctrl-C does")
    func watches() throws {
        // given
        try nettask.write("nettask: 1\nclient: A\nextends: [../b.nettask.yaml]\n", to: "specs/a.nettask.yaml")
        try nettask.write("nettask: 1\nendpoints: {Get: {uri: x}}\n", to: "b.nettask.yaml")
        // What was written just now is read a second time.
        try FileManager.default.setAttributes(
            [.modificationDate: Date() - 60],
            ofItemAtPath: "\(nettask.folder)/b.nettask.yaml"
        )
        let session = try TerminalSession(nettask, "generate", "specs", "-o", "out", "--watch")
        func round() -> String { session.read(until: "Ctrl-C ends it").removingStyles }

        // when
        let first = round()
        try nettask.write("nettask: 1\nendpoints: {Get: {url: x}}\n", to: "b.nettask.yaml")
        let wrong = round()
        try nettask.write("nettask: 1\nendpoints: {Get: {uri: yyy}}\n", to: "b.nettask.yaml")
        let mended = round()
        try nettask.write("nettask: 1\nclient: C\n", to: "specs/c.nettask.yaml")
        let added = round()
        session.interrupt()
        let status = session.finish()

        // then
        #expect(first.contains("created out/a.nettask.swift\n"))
        #expect(first.contains("watching 2 files; Ctrl-C ends it"))
        #expect(wrong.contains(" changed: b.nettask.yaml\n"))
        #expect(wrong.contains(" --> b.nettask.yaml:2:19\n"))
        #expect(mended.contains("updated out/a.nettask.swift\n"))
        #expect(added.contains(" changed: specs/c.nettask.yaml\n"))
        #expect(added.contains("created out/c.nettask.swift\n"))
        #expect(session.endedBySignal && status == SIGINT)
    }

    @Test("prints only results in a pipe")
    func watchesInPipe() throws {
        // given
        try nettask.write("nettask: 1\nclient: A\n", to: "a.nettask.yaml")

        // when
        let (lines, errors) = try nettask.watching(["validate", "a.nettask.yaml", "--watch"]) { next in
            let first = next()
            try nettask.write("nettask: 1\nclient: Another\n", to: "a.nettask.yaml")
            return [first, next()]
        }

        // then
        #expect(lines == ["1 spec is valid", "1 spec is valid"])
        #expect(errors == "")
    }
}

extension String {
    /// Without escape sequences.
    var removingStyles: String { replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "") }
}

extension Substring {
    /// How many columns it takes, of the characters that stand in these tests.
    fileprivate var columns: Int { reduce(0) { $0 + ("日本語".contains($1) ? 2 : 1) } }
}
