import NetTaskCore
import Testing

@Suite("Snippets: other protocols", .timeLimit(.minutes(5)))
struct OtherProtocolsSnippets {
    @Test("a queue of an instrument's commands retries rejected commands, and throws typed errors")
    func instrument() async {
        // given
        let replies = Replies(["ERR 7", "21.5", "ERR 2"])
        let exchange: @Sendable (String) async throws -> String = { _ in await replies.next() }

        // when
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }
        for channel in 3...4 {
            // snippet: instrument-queue
            let queue = NetTaskQueue(limit: 1, handler: InstrumentHandler(exchange: exchange))
            do {
                let degrees = try await queue.run(ReadTemperature(channel: channel))
                print("\(degrees) °C")
            } catch .status(let refusal, _) {
                print("refused with code \(refusal.code)")
            } catch {
                print("\(error)")
            }
            // end
        }

        // then
        #expect(printed == ["21.5 °C", "refused with code 2"])
    }
}

private actor Replies {
    private var lines: [String]

    init(_ lines: [String]) {
        self.lines = lines
    }

    func next() -> String { lines.removeFirst() }
}
