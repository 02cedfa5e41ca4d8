/// Text that is put together scalar by scalar, which a string takes many times as long for.
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
