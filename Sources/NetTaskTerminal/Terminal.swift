import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a program writes to, a terminal or a pipe, and what may be written there.
package struct Terminal: Sendable {
    /// Whether it is a terminal.
    package let isTerminal: Bool
    /// How many columns a line has, and how many lines are seen; nil where there is no limit, such as in a pipe.
    package let width: Int?
    package let height: Int?
    /// Whether text may have colours and the like.
    package let hasStyles: Bool
    /// Whether what was written can be written over.
    package let canRewrite: Bool

    /// - Parameters:
    ///   - size: What the system says of its window; nil where it says nothing. `COLUMNS` then has the width.
    ///   - environment: `NO_COLOR` takes styles away, `FORCE_COLOR` gives them to a pipe too, and `TERM=dumb` is a terminal that
    ///     knows none.
    package init(
        isTerminal: Bool,
        size: (columns: Int, rows: Int)? = nil,
        environment: [String: String] = [:]
    ) {
        func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
        let columns = size?.columns ?? environment["COLUMNS"].flatMap { Int($0) } ?? 0
        self.isTerminal = isTerminal
        width = isTerminal && columns > 0 ? columns : nil
        height = isTerminal ? size?.rows : nil
        canRewrite = isTerminal && environment["TERM"] != "dumb"
        let isForced = isSet("FORCE_COLOR") && environment["FORCE_COLOR"] != "0"
        hasStyles = !isSet("NO_COLOR") && (isForced || canRewrite)
    }

    /// Standard output, as it is now: its window may change.
    package static var output: Terminal { Terminal(descriptor: 1) }
    /// Standard error, where diagnostics and progress go.
    package static var errors: Terminal { Terminal(descriptor: 2) }

    private init(descriptor: Int32) {
        var window = winsize()
        let hasSize = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        self.init(
            isTerminal: isatty(descriptor) == 1,
            size: hasSize ? (Int(window.ws_col), Int(window.ws_row)) : nil,
            environment: ProcessInfo.processInfo.environment
        )
    }

    /// Whether what is written is laid out for people, not for editors and scripts.
    package var isForPeople: Bool { isTerminal || hasStyles }

    /// The looks of text, by the numbers that terminals know them by.
    package enum Style: Int, Sendable {
        case bold = 1
        case dim = 2
        case underline = 4
        case red = 31
        case green = 32
        case yellow = 33
        case blue = 34
        case cyan = 36
    }

    /// The text as it is where there are no styles.
    package func styled(_ text: String, _ styles: Style...) -> String {
        if !hasStyles || styles.isEmpty || text.isEmpty { return text }
        return "\u{1B}[\(styles.map { String($0.rawValue) }.joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// As much of a line as has room, with `…` for the rest.
    package func cut(_ line: String) -> String {
        width.map(line.cut(toWidth:)) ?? line
    }

    /// The text on lines that have room, broken between words.
    ///
    /// - Parameter indent: How far lines after the first are moved to the right.
    package func wrapped(_ text: String, indent: Int = 0) -> String {
        guard let width else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { Self.wrapped(String($0), to: width, indent: indent) }.joined(separator: "\n")
    }

    private static func wrapped(_ text: String, to width: Int, indent: Int) -> String {
        guard text.displayWidth > width else { return text }
        var lines: [String] = []
        var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)[...]
        var line = words.removeFirst()
        for word in words {
            if line.displayWidth + 1 + word.displayWidth <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = String(repeating: " ", count: indent) + word
            }
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
