import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A page that takes the place of what is on a terminal, as `top` does, and gives it back.
package struct Screen: Sendable {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: By default to standard output.
    package init(write: @escaping @Sendable (String) -> Void = { FileHandle.standardOutput.write(Data($0.utf8)) }) {
        self.write = write
        endingCleanly(.screen)
        write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Shows the lines in place of those before, as many as there is room for.
    package func show(_ lines: [String], on terminal: Terminal) {
        let shown = lines.prefix(terminal.height ?? lines.count).map { terminal.cut($0) + "\u{1B}[K" }
        write("\u{1B}[H" + shown.joined(separator: "\r\n") + "\u{1B}[J")
    }

    /// Gives the terminal back as it was.
    package func leave() {
        write("\u{1B}[?25h\u{1B}[?1049l")
    }
}

/// What a terminal is to be freed from when the program is interrupted.
enum TerminalState {
    /// A line of progress.
    case line
    /// A screen.
    case screen
}

/// When Ctrl-C or `kill` ends the program, the terminal is brought to what it was before.
func endingCleanly(_ state: TerminalState) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
        switch state {
        case .line:
            _ = signal(number) { number in endProgram(by: number, writing: "\r\u{1B}[K", to: 2) }
        case .screen:
            _ = signal(number) { number in endProgram(by: number, writing: "\u{1B}[?25h\u{1B}[?1049l", to: 1) }
        }
    }
}

/// Called in a signal handler, so it does nothing but what is allowed there.
private func endProgram(by number: Int32, writing text: StaticString, to descriptor: Int32) {
    _ = write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
    _ = signal(number, SIG_DFL)
    raise(number)
}
