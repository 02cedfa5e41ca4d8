extension JSONTree {
    /// Writes the value as JSON.
    ///
    /// - Parameter isEscaped: whether every character of a string is written as `\uXXXX`.
    public func writeJSON(to output: inout [UInt8], isEscaped: Bool) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let bool): output += (bool ? "true" : "false").utf8
        case .integer(let integer): output += "\(integer)".utf8
        case .largeInteger(let integer): output += "\(integer)".utf8
        case .double(let double): output += double.description.utf8
        case .string(let string): string.writeJSON(to: &output, isEscaped: isEscaped)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.writeJSON(to: &output, isEscaped: isEscaped)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                member.name.writeJSON(to: &output, isEscaped: isEscaped)
                output.append(UInt8(ascii: ":"))
                member.value.writeJSON(to: &output, isEscaped: isEscaped)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// The same value with the members of all objects in reverse order, and only the first of those with one name.
    public var reversed: JSONTree {
        switch self {
        case .array(let elements): .array(elements.map(\.reversed))
        case .object(let members): .object(members.withoutLaterDuplicates.reversed().map(\.reversed))
        default: self
        }
    }
}

extension JSONTree.Member {
    fileprivate var reversed: JSONTree.Member { JSONTree.Member(name: name, value: value.reversed) }
}

extension [JSONTree.Member] {
    /// Names are compared by Unicode equivalence, as in a dictionary.
    fileprivate var withoutLaterDuplicates: [JSONTree.Member] {
        var names: Set<String> = []
        return filter { names.insert($0.name).inserted }
    }
}

extension String {
    fileprivate func writeJSON(to output: inout [UInt8], isEscaped: Bool) {
        output.append(UInt8(ascii: "\""))
        if isEscaped {
            for unit in utf16 {
                let digits = String(unit, radix: 16)
                output += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            }
        } else {
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
                case 0..<0x20: output += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
                default: output.append(byte)
                }
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
