import NetTaskTerminal
import Testing

@Suite("A screen")
struct ScreenTests {
    @Test("shows as much as fits, and restores the terminal")
    func shows() async {
        // given
        let (written, continuation) = AsyncStream.makeStream(of: String.self)
        let screen = Screen { continuation.yield($0) }

        // when
        screen.show(["abcdef", "b", "c"], on: Terminal(isTerminal: true, size: (4, 2)))
        screen.leave()
        continuation.finish()

        // then
        var texts: [String] = []
        for await text in written { texts.append(text) }
        #expect(
            texts == [
                "\u{1B}[?1049h\u{1B}[?25l", "\u{1B}[Habc…\u{1B}[K\r\nb\u{1B}[K\u{1B}[J", "\u{1B}[?25h\u{1B}[?1049l",
            ]
        )
    }
}
