import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The output of a program, a terminal or a pipe, and its abilities.
package struct Terminal: Sendable {
    /// Whether the output is a terminal.
    package let isTerminal: Bool
    /// The numbers of columns and lines; nil for no limit, such as in a pipe.
    package let width: Int?
    package let height: Int?
    /// Whether text may have styles, such as colors.
    package let hasStyles: Bool
    /// Whether output can be overwritten.
    package let canRewrite: Bool

    /// Makes the description of an output.
    ///
    /// - Parameters:
    ///   - size: the size of the window; nil if the system does not know it. `COLUMNS` then has the width.
    ///   - environment: `NO_COLOR` disables styles, `FORCE_COLOR` enables them even in a pipe, and `TERM=dumb` is a terminal
    ///     without styles.
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

    /// Standard output, with its current window size.
    package static var output: Terminal { Terminal(descriptor: 1) }
    /// Standard error, for diagnostics and progress.
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

    /// Whether the output is formatted for users and not for editors and scripts.
    package var isForPeople: Bool { isTerminal || hasStyles }

    /// The styles of text, by their numbers in escape sequences.
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

    /// The text with styles, or unchanged if styles are disabled.
    package func styled(_ text: String, _ styles: Style...) -> String {
        if !hasStyles || styles.isEmpty || text.isEmpty { return text }
        return "\u{1B}[\(styles.map { String($0.rawValue) }.joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// The part of a line that has room, with `…` for the rest.
    package func cut(_ line: String) -> String {
        width.map(line.cut(toWidth:)) ?? line
    }

    /// The text on lines that have room, broken between words.
    ///
    /// - Parameter indent: the indentation of the lines after the first.
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
