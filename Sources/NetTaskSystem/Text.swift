// Foundation has these functions too, but only the part of it that contains ICU.

extension StringProtocol {
    /// The text without the spaces and tabs at its ends.
    package var trimmed: String {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let rest = Substring(self).utf8.drop(while: isBlank)
        guard let end = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(Substring(rest[...end]))
    }

    /// The text with a byte in place of each `%XX`, or `nil` if an escape or the result is invalid.
    package var percentDecoded: String? {
        var (bytes, rest) = ([UInt8](), Substring(self).utf8)
        while let byte = rest.popFirst() {
            let digits = Substring(rest.prefix(2))
            if byte != UInt8(ascii: "%") {
                bytes.append(byte)
            } else if digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let byte = UInt8(digits, radix: 16) {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                return nil
            }
        }
        return textIfUTF8(bytes)
    }

    /// Returns the text with another text in place of each occurrence of a part, which must not be empty. Compares bytes, because
    /// a `Character` also contains the combining marks that follow.
    package func replacing(bytes part: String, with other: String, ignoresCase: Bool = false) -> String {
        let isEqual = { (byte: UInt8, other: UInt8) in
            byte == other
                || ignoresCase && byte ^ other == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        let part = Array(part.utf8)
        var (result, rest) = ([UInt8](), Array(utf8)[...])
        while let byte = rest.first {
            let isFound = rest.starts(with: part, by: isEqual)
            result += isFound ? Array(other.utf8) : [byte]
            rest = rest.dropFirst(isFound ? part.count : 1)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// Returns bytes as text, or `nil` if they are not valid UTF-8.
///
/// `String(validating:as:)` requires later systems than the ones that this package supports. Invalid bytes are repaired in the
/// string, so that it differs from its bytes.
package func textIfUTF8<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
}
