import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A page that replaces the content of a terminal, like `top`, and restores it at the end.
package struct Screen: Sendable {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: writes to the terminal. Default: standard output.
    package init(write: @escaping @Sendable (String) -> Void = { FileHandle.standardOutput.write(Data($0.utf8)) }) {
        self.write = write
        endingCleanly(.screen)
        write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Shows lines in place of the previous ones, as many as have room.
    package func show(_ lines: [String], on terminal: Terminal) {
        let shown = lines.prefix(terminal.height ?? lines.count).map { terminal.cut($0) + "\u{1B}[K" }
        write("\u{1B}[H" + shown.joined(separator: "\r\n") + "\u{1B}[J")
    }

    /// Restores the terminal.
    package func leave() {
        write("\u{1B}[?25h\u{1B}[?1049l")
    }
}

/// What must be removed from the terminal when the program is interrupted.
enum TerminalState {
    /// A progress line.
    case line
    /// A screen.
    case screen
}

/// Restores the terminal when Ctrl-C or `kill` ends the program.
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

/// Called in a signal handler, so it uses only functions that are safe there.
private func endProgram(by number: Int32, writing text: StaticString, to descriptor: Int32) {
    _ = write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
    _ = signal(number, SIG_DFL)
    raise(number)
}
