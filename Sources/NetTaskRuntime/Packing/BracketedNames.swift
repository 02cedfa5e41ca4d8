/// The names around a value of a shape or dictionary in a query or form, where it is written with brackets:
/// `filter[owner][id]=3`.
struct BracketedNames {
    /// As they are written, with what must be escaped escaped: `filter%5Bowner%5D`.
    private(set) var bytes: [UInt8] = []
    /// How much of it is around each open shape or dictionary.
    private var starts: [Int] = []
    let isInForm: Bool

    init(isInForm: Bool) {
        self.isInForm = isInForm
    }

    var isEmpty: Bool { starts.isEmpty }

    var space: PercentEncoding.Space { isInForm ? .plus : .percent }

    /// Goes into a shape or dictionary of that name; nil for one that the key before it has named.
    mutating func begin(_ name: ParameterName?) {
        if let name { append(name.bytes, isInBrackets: !starts.isEmpty) }
        starts.append(bytes.count)
    }

    mutating func end() {
        _ = starts.popLast()
        bytes.removeSubrange((starts.last ?? 0)...)
    }

    /// Names the next value by the key of a dictionary.
    mutating func key(_ key: UnsafeBufferPointer<UInt8>) {
        bytes.removeSubrange((starts.last ?? 0)...)
        append(key, isInBrackets: true)
    }

    /// The whole name of a field, or of the value of the key that was named last.
    func name(of field: ParameterName?) -> [UInt8] {
        guard let field else { return bytes }
        var names = self
        names.append(field.bytes, isInBrackets: true)
        return names.bytes
    }

    /// The first name stands bare, those behind it in brackets.
    private mutating func append(_ name: UnsafeBufferPointer<UInt8>, isInBrackets: Bool) {
        if isInBrackets { bytes += "%5B".utf8 }
        for byte in name {
            if PercentEncoding.isUnreserved(byte) {
                bytes.append(byte)
            } else if byte == UInt8(ascii: " "), isInForm {
                bytes.append(UInt8(ascii: "+"))
            } else {
                PercentEncoding.appendEscape(of: byte, to: &bytes)
            }
        }
        if isInBrackets { bytes += "%5D".utf8 }
    }
}
