extension JSONValue: ParameterValue {
    /// In JSON the value. Elsewhere `null` adds nothing, an array is written by its style, and an object only in a query or
    /// form with ``ArrayStyle/brackets``; what cannot be written ends the task with a ``PackError``.
    public static func write(_ value: JSONValue, into packer: inout ParameterPacker) {
        switch value {
        case .null: packer.writeNull()
        case .bool(let bool): packer.write(bool)
        case .number(let number): packer.write(number: number.text)
        case .string(let text): packer.write(text: text)
        case .array(let elements): [JSONValue].write(elements, into: &packer)
        case .object where packer.beginInline(): packer.add(membersOf: value)
        case .object(let members): [String: JSONValue].write(members, into: &packer)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text without spaces, members in the order of their names' bytes.
    public var description: String {
        var text = ByteBuffer()
        write(to: &text)
        return text.text
    }

    private func write(to text: inout ByteBuffer) {
        switch self {
        case .null: text.append("null")
        case .bool(let bool): text.append(bool ? "true" : "false")
        case .number(let number): text.append(utf8: number.text)
        case .string(let string): text.appendJSONString(string)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                element.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text.appendJSONString(member.key)
                text.append(UInt8(ascii: ":"))
                member.value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    fileprivate mutating func appendJSONString(_ text: String) {
        var text = text
        text.withUTF8 { appendJSONString($0) }
    }
}
