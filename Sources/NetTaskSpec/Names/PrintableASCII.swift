extension StringProtocol {
    /// Whether it is printable ASCII and nothing else, as nearly all text is: what looks for scalars that need something done
    /// to them can then spare itself to look at each.
    @inlinable
    package var isPrintableASCII: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } } ?? false
    }
}
