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
    ///
    /// - Parameter isWord: whether to skip occurrences that continue a word. An escape, such as `\n` or `%20`, ends a word.
    package func replacing(
        bytes part: String,
        with other: String,
        ignoresCase: Bool = false,
        isWord: Bool = false
    ) -> String {
        let isEqual = { (byte: UInt8, other: UInt8) in
            byte == other
                || ignoresCase && byte ^ other == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        let part = Array(part.utf8)
        let all = Array(utf8)
        var (result, rest) = ([UInt8](), all[...])
        while let byte = rest.first {
            let isFound =
                rest.starts(with: part, by: isEqual)
                && !(isWord && all.isInWord(at: rest.startIndex, part.count))
            result += isFound ? Array(other.utf8) : [byte]
            rest = rest.dropFirst(isFound ? part.count : 1)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Whether a letter or digit precedes or follows these bytes, unless it is the end of an escape, such as `%20` or `\n`.
    fileprivate func isInWord(at start: Int, _ length: Int) -> Bool {
        let isLetterOrDigit = { (byte: UInt8?) in
            byte.map { Character(Unicode.Scalar($0)) }.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false
        }
        let before = self[..<start].suffix(3)
        let isEscape = before.first == UInt8(ascii: "%") || before.dropLast().last == UInt8(ascii: "\\")
        return isLetterOrDigit(before.last) && !isEscape || isLetterOrDigit(dropFirst(start + length).first)
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
