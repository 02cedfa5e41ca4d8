/// A place for params that knows only names and text: query, form, multipart, headers.
protocol TextSink {
    /// Writes `name` with `text` as its value.
    ///
    /// - Parameter separator: if given, the text continues the value that was written last, after this separator.
    /// - Returns: why it cannot be written, or nil.
    mutating func put(_ text: String, name: String, after separator: String?) -> String?
}

/// Text percent-encoded for a path, without a name.
struct PlainSink: TextSink, Sendable {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func put(_ text: String, name: String, after separator: String?) -> String? {
        if separator != nil {
            bytes.append(UInt8(ascii: ","))
        }
        PercentEncoding.append(text, to: &bytes, space: .percent)
        return nil
    }
}
