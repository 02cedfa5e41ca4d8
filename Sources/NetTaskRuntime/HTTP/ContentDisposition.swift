import Foundation

/// The header that names a file (RFC 6266).
enum ContentDisposition {
    /// The file name in the value of a header, without any folders that the server put before it; nil if there is none.
    ///
    /// `filename*` (RFC 8187, UTF-8 only) wins over `filename`.
    static func fileName(in value: String) -> String? {
        var plain: String?
        var extended: String?
        for (name, value) in parameters(of: value) {
            switch name.lowercased() {
            case "filename": plain = plain ?? value
            case "filename*": extended = extended ?? decoded(value)
            default: break
            }
        }
        return (extended ?? plain).flatMap(lastPart)
    }

    /// What stands behind the first semicolon: names and values, without quotes.
    private static func parameters(of value: String) -> [(String, String)] {
        var result: [(String, String)] = []
        var name = ""
        var text = ""
        var isInValue = false
        var isQuoted = false
        var isEscaped = false
        for scalar in value.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                text.unicodeScalars.append(scalar)
                isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"" where isInValue: isQuoted.toggle()
            case ";" where !isQuoted:
                result.append((name, text))
                (name, text, isInValue) = ("", "", false)
            case "=" where !isInValue: isInValue = true
            case " " where !isQuoted, "\t" where !isQuoted: break
            default: isInValue ? text.unicodeScalars.append(scalar) : name.unicodeScalars.append(scalar)
            }
        }
        result.append((name, text))
        return Array(result.dropFirst())
    }

    private static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return String(parts[2]).removingPercentEncoding
    }

    /// A server must not say in which folder a file lands.
    private static func lastPart(_ name: String) -> String? {
        let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" || $0.value < 0x20 }.last.map(String.init)
        return last == "." || last == ".." ? nil : last
    }
}
