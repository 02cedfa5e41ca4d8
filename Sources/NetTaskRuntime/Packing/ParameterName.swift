/// The name of a param, as long as the param is being added.
struct ParameterName {
    /// Of a literal, or of a string that outlives this value.
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether nothing in it must be escaped anywhere.
    let isPlain: Bool

    init(bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool) {
        self.bytes = bytes
        self.isPlain = isPlain
    }

    init(_ name: StaticString) {
        self.init(bytes: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), isPlain: true)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
