/// Valid Swift identifiers, with backticks for reserved words.
package enum SwiftIdentifier {
    /// Whether the name follows Swift's grammar of identifiers.
    ///
    /// Rejects invisible characters, such as those that change the direction of text, although the grammar allows them: they
    /// could make different names look the same.
    package static func isValid(_ name: String) -> Bool {
        var isFirst = true
        for scalar in name.unicodeScalars {
            guard isHead(scalar) || !isFirst && isOnlyInside(scalar) else { return false }
            isFirst = false
        }
        return !isFirst && name != "_"
    }

    private static func isHead(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_" }
        return contains(headRanges, scalar.value) && scalar.value & 0xFFFF < 0xFFFE
            && scalar.properties.generalCategory != .format
    }

    private static func isOnlyInside(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || contains(insideRanges, scalar.value)
    }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
        ranges.contains { $0.contains(value) }
    }

    /// The production `identifier-head` of the grammar, without ASCII.
    private static let headRanges: [ClosedRange<UInt32>] = [
        0xA8...0xA8, 0xAA...0xAA, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6,
        0xF8...0x2FF, 0x370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF, 0x1E00...0x1FFF, 0x203F...0x2040,
        0x2054...0x2054, 0x2070...0x20CF, 0x2100...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF,
        0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0x303F, 0x3040...0xD7FF, 0xF900...0xFD3D,
        0xFD40...0xFDCF, 0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFFFD, 0x10000...0xEFFFD,
    ]

    /// The additional characters of `identifier-character`.
    private static let insideRanges: [ClosedRange<UInt32>] = [
        0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
    ]
}

/// Text that is built from scalars. This is many times faster than with a string.
package struct ScalarText {
    @usableFromInline var bytes: [UInt8] = []

    @inlinable
    package init() {}

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    @inlinable package var isEmpty: Bool { bytes.isEmpty }

    @inlinable
    package mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            append(String(scalar))
        }
    }

    @inlinable
    package mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(lowercased scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(scalar.isCapital ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar)
        } else {
            append(scalar.properties.lowercaseMapping)
        }
    }

    mutating func append(uppercased scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(scalar.isSmallLetter ? Unicode.Scalar(UInt8(scalar.value) - 0x20) : scalar)
        } else {
            append(scalar.properties.uppercaseMapping)
        }
    }
}

extension StringProtocol {
    /// Whether the text is only printable ASCII, which is the common case. Then searches for special scalars can be skipped.
    @inlinable
    package var isPrintableASCII: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } } ?? false
    }
}

extension Unicode.Scalar {
    /// Whether it is a control, format (including the marks that change the direction of text) or private character, or a
    /// separator other than the space.
    @inlinable package var isInvisible: Bool {
        // Looks up the category only for scalars that can have one of these.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            true
        default: false
        }
    }
}
