public import Foundation

/// One field or file of a `multipart/form-data` body.
public struct MultipartPart: Sendable, Hashable {
    /// The name of the field.
    public var name: String
    /// Only files have one.
    public var fileName: String?
    /// Only files have one.
    public var contentType: String?
    /// The value of the field, or what is in the file.
    public var data: Data

    /// Makes a field, or a file where a file name is given.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, data: Data) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.data = data
    }
}

enum MultipartForm {
    /// Draws a boundary that occurs in none of the parts.
    static func boundary(for parts: [MultipartPart], random: () -> UInt64) -> String {
        var boundary = "NetTask-" + hex(random()) + hex(random())
        // 128 random bits do not occur by chance. Where randomness is poor, a boundary that grows ends the search.
        while case let bytes = Data(boundary.utf8), parts.contains(where: { $0.data.range(of: bytes) != nil }) {
            boundary += hex(random())
        }
        return boundary
    }

    /// The body, byte by byte: for each part the boundary, its headers and its data; then the closing boundary.
    static func encode(_ parts: [MultipartPart], boundary: String) -> Data {
        var body = Data()
        body.reserveCapacity(parts.reduce(64) { $0 + $1.data.count + 256 })
        for part in parts {
            var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\""
            if let fileName = part.fileName {
                head += "; filename=\"\(escaped(fileName))\""
            }
            head += "\r\n"
            if let contentType = part.contentType {
                head += "Content-Type: \(contentType)\r\n"
            }
            body.append(contentsOf: (head + "\r\n").utf8)
            body.append(part.data)
            body.append(contentsOf: "\r\n".utf8)
        }
        body.append(contentsOf: "--\(boundary)--\r\n".utf8)
        return body
    }

    private static func escaped(_ text: String) -> String {
        // By scalars, since a quote and a combining mark behind it are one character.
        let pieces = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        return pieces.count > 1 ? pieces.map(String.init).joined(separator: "%22") : text
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
