/// Reads queries, forms and multipart bodies, by bytes and strictly.
enum Decoding {
    struct Pair {
        var name: [UInt8]
        /// The values between commas.
        var values: [[UInt8]]
    }

    struct Part {
        var name: [UInt8] = []
        var fileName: [UInt8]?
        var contentType: [UInt8]?
        var data: [UInt8] = []
    }

    static func percentDecoded(_ bytes: some Sequence<UInt8>, isForm: Bool = false) -> [UInt8]? {
        var decoded: [UInt8] = []
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else {
                    return nil
                }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where isForm: decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                decoded.append(byte)
            default: return nil
            }
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func pairs(_ bytes: [UInt8], isForm: Bool) -> [Pair]? {
        if bytes.isEmpty { return [] }
        var pairs: [Pair] = []
        for pair in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let sides = pair.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
            guard sides.count == 2, let name = percentDecoded(sides[0], isForm: isForm) else { return nil }
            var values: [[UInt8]] = []
            for value in sides[1].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                guard let value = percentDecoded(value, isForm: isForm) else { return nil }
                values.append(value)
            }
            pairs.append(Pair(name: name, values: values))
        }
        return pairs
    }

    // MARK: - Multipart

    static func parts(_ body: [UInt8], boundary: String) -> [Part]? {
        var parts: [Part] = []
        var rest = body[...]
        guard drop("--\(boundary)", from: &rest) else { return nil }
        while drop("\r\n", from: &rest) {
            guard let head = take(until: "\r\n\r\n", from: &rest),
                var part = part(head),
                let data = take(until: "\r\n--\(boundary)", from: &rest)
            else { return nil }
            part.data = Array(data)
            parts.append(part)
        }
        return rest.elementsEqual("--\r\n".utf8) ? parts : nil
    }

    /// Compares bytes, because a delimiter and a combining mark after it form one character.
    private static func part(_ head: ArraySlice<UInt8>) -> Part? {
        var part = Part()
        var rest = head + Array("\r\n".utf8)
        guard drop("Content-Disposition: form-data; name=\"", from: &rest), let name = take(until: "\"", from: &rest)
        else { return nil }
        part.name = Array(name)
        if drop("; filename=\"", from: &rest) {
            guard let fileName = take(until: "\"", from: &rest) else { return nil }
            part.fileName = Array(fileName)
        }
        guard drop("\r\n", from: &rest) else { return nil }
        if drop("Content-Type: ", from: &rest) {
            guard let contentType = take(until: "\r\n", from: &rest) else { return nil }
            part.contentType = Array(contentType)
        }
        return rest.isEmpty ? part : nil
    }

    private static func drop(_ text: String, from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private static func take(until text: String, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let end = Array(text.utf8)
        var place = rest.startIndex
        while place + end.count <= rest.endIndex {
            if rest[place..<place + end.count].elementsEqual(end) {
                let taken = rest[..<place]
                rest = rest[(place + end.count)...]
                return taken
            }
            place += 1
        }
        return nil
    }
}
