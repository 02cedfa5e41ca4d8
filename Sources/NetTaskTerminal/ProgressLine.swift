import Foundation

/// A line on a terminal that shows the current work of a program after its first second. It is rewritten in place, and removed
/// at the end.
package struct ProgressLine: Sendable {
    private let terminal: Terminal
    private let start: ContinuousClock.Instant
    private let write: @Sendable (String) -> Void

    private static let delay = Duration.seconds(1)
    private static let clearedLine = "\r\u{1B}[K"

    /// Makes a progress line.
    ///
    /// - Parameters:
    ///   - start: when the program began.
    ///   - write: writes to the terminal; called from other threads, one call at a time. Default: standard error.
    package init(
        on terminal: Terminal = .errors,
        since start: ContinuousClock.Instant = .now,
        write: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
    ) {
        self.terminal = terminal
        self.start = start
        self.write = write
    }

    /// Runs an action that may take long.
    ///
    /// - Parameter stage: the description of the action, such as "reading 12 specs".
    package func during<Value>(_ stage: String, _ body: () throws -> Value) rethrows -> Value {
        guard terminal.canRewrite else { return try body() }
        endingCleanly(.line)
        let queue = DispatchQueue(label: "NetTaskTerminal.ProgressLine")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { if let line = line(stage, at: .now) { write(line) } }
        let wait = Int(max(.zero, Self.delay - (.now - start)) / .milliseconds(1)) + 1
        timer.schedule(deadline: .now() + .milliseconds(wait), repeating: .milliseconds(100))
        timer.resume()
        defer {
            timer.cancel()
            // A current write comes first.
            queue.sync {}
            if .now - start >= Self.delay { write(Self.clearedLine) }
        }
        return try body()
    }

    /// The text at a time; nil if it is too early.
    func line(_ stage: String, at now: ContinuousClock.Instant) -> String? {
        let elapsed = now - start
        guard elapsed >= Self.delay else { return nil }
        let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        let frame = frames[Int(elapsed / .milliseconds(100)) % frames.count]
        let time = terminal.styled("\(elapsed.components.seconds) s", .dim)
        return Self.clearedLine + terminal.cut("\(terminal.styled(frame, .cyan)) \(stage) \(time)")
    }
}
