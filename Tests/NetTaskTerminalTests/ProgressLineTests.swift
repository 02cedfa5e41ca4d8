import Foundation
import Testing

@testable import NetTaskTerminal

@Suite("A line of progress")
struct ProgressLineTests {
    private let terminal = Terminal(isTerminal: true, size: (20, 1), environment: ["NO_COLOR": "1"])

    @Test("shows nothing in the first second, then the step and its duration, cut to the terminal")
    func lines() {
        // given
        let start = ContinuousClock.now
        let progress = ProgressLine(on: terminal, since: start)

        // then
        #expect(progress.line("reading", at: start + .milliseconds(999)) == nil)
        #expect(progress.line("reading", at: start + .seconds(1)) == "\r\u{1B}[K⠋ reading 1 s")
        #expect(progress.line("reading", at: start + .milliseconds(3_100)) == "\r\u{1B}[K⠙ reading 3 s")
        #expect(progress.line("reading many files", at: start + .seconds(3)) == "\r\u{1B}[K⠋ reading many file…")
    }

    @Test("is shown during a long step, and removed after it")
    func shown() async {
        // given
        let (written, continuation) = AsyncStream.makeStream(of: String.self)
        let isWritten = DispatchSemaphore(value: 0)
        let progress = ProgressLine(on: terminal, since: .now - .seconds(5)) { text in
            continuation.yield(text)
            isWritten.signal()
        }

        // when
        let result = progress.during("reading") {
            isWritten.wait()
            return 1
        }
        continuation.finish()

        // then
        #expect(result == 1)
        var lines: [String] = []
        for await line in written { lines.append(line) }
        #expect(lines.first?.hasSuffix(" reading 5 s") == true)
        #expect(lines.last == "\r\u{1B}[K")
    }

    @Test(
        "is not shown for quick steps, nor in a pipe",
        arguments: [(true, 0), (false, 5)]
    )
    func silent(isTerminal: Bool, seconds: Int) async {
        // given
        let (written, continuation) = AsyncStream.makeStream(of: String.self)
        let progress = ProgressLine(on: Terminal(isTerminal: isTerminal), since: .now - .seconds(seconds)) {
            continuation.yield($0)
        }

        // when
        progress.during("reading") {}
        continuation.finish()

        // then
        for await line in written { Issue.record("\(line)") }
    }
}
