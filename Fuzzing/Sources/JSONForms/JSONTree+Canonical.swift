extension JSONTree {
    /// A text that is equal only for equal values: doubles by their bits, strings by their UTF-8 in hexadecimal.
    ///
    /// Of members with the same name the last value is used, in the place of the first, as in a dictionary of Python.
    public func writeCanonical(to output: inout [UInt8]) {
        switch self {
        case .null: output.append(UInt8(ascii: "n"))
        case .bool(let bool): output.append(UInt8(ascii: bool ? "t" : "f"))
        case .integer(let integer): output += "i\(integer)".utf8
        case .largeInteger(let integer): output += "i\(integer)".utf8
        case .double(let double): output += "d\(String(double.bitPattern, radix: 16))".utf8
        case .string(let string): string.writeHexadecimal(to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for element in elements {
                element.writeCanonical(to: &output)
                output.append(UInt8(ascii: ","))
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for member in Self.withoutDuplicates(members) {
                member.name.writeHexadecimal(to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.writeCanonical(to: &output)
                output.append(UInt8(ascii: ","))
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func withoutDuplicates(_ members: [Member]) -> [Member] {
        var kept: [Member] = []
        var places: [[UInt8]: Int] = [:]
        for member in members {
            if let place = places[Array(member.name.utf8)] {
                kept[place].value = member.value
            } else {
                places[Array(member.name.utf8)] = kept.count
                kept.append(member)
            }
        }
        return kept
    }
}

extension String {
    fileprivate func writeHexadecimal(to output: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        output.append(UInt8(ascii: "s"))
        for byte in utf8 {
            output.append(digits[Int(byte >> 4)])
            output.append(digits[Int(byte & 15)])
        }
    }
}
