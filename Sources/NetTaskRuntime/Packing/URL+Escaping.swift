import Foundation

extension URL {
    /// A URL as servers write them: what can stand in none is escaped, and the rest stays as it is.
    ///
    /// Foundation escapes each `%` of the same part too, so that what was escaped already would mean something else.
    ///
    /// - Returns: nil if it is no URL all the same.
    init?(escaping text: String) {
        var text = text
        let escaped = text.withUTF8(Self.escaped)
        self.init(string: escaped ?? text)
    }

    /// nil where nothing has to be escaped. A host is left to Foundation, which knows names beyond ASCII.
    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var start = 0
        if let mark = bytes.firstRange(of: "://".utf8) {
            start = bytes[mark.upperBound...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
        }
        guard bytes[start...].indices.contains(where: { !isAllowed(at: $0, in: bytes) }) else { return nil }
        var result = Array(bytes[..<start])
        for index in bytes[start...].indices {
            if isAllowed(at: index, in: bytes) {
                result.append(bytes[index])
            } else {
                PercentEncoding.appendEscape(of: bytes[index], to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isAllowed(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let byte = bytes[index]
        if PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@/?#".utf8.contains(byte) { return true }
        let digits = bytes[(index + 1)...].prefix(2)
        return byte == UInt8(ascii: "%") && digits.count == 2
            && digits.allSatisfy { $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }
    }
}
