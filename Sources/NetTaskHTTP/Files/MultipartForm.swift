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
    public var contents: HTTPFile.Contents

    /// Makes a field, or a file where a file name is given.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, data: Data) {
        self.init(name: name, fileName: fileName, contentType: contentType, contents: .data(data))
    }

    /// Makes a part of whatever holds its bytes.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, contents: HTTPFile.Contents) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.contents = contents
    }

    init?(name: String, _ packed: any PackedFile) {
        guard let file = packed as? HTTPFile else { return nil }
        self.init(name: name, fileName: file.name ?? name, contentType: file.contentType, contents: file.contents)
    }
}

/// How parts become a body of `multipart/form-data` (RFC 7578).
enum MultipartForm {
    /// Draws a boundary that occurs in none of the parts that are in memory.
    static func boundary(for parts: [MultipartPart], random: () -> UInt64) -> String {
        var boundary = "NetTask-" + hex(random()) + hex(random())
        // 128 random bits do not occur by chance, in files neither. Where randomness is poor, a boundary that grows ends
        // the search.
        while case let bytes = Data(boundary.utf8), parts.contains(where: { $0.contents.data?.range(of: bytes) != nil })
        {
            boundary += hex(random())
        }
        return boundary
    }

    /// The body: for each part the boundary, its headers and its data; then the closing boundary. What is not in memory
    /// stays where it is.
    static func body(of parts: [MultipartPart], boundary: String) -> HTTPRequestBody {
        var pieces: [HTTPRequestBody.Piece] = []
        var bytes = Data()
        bytes.reserveCapacity(parts.reduce(64) { $0 + ($1.contents.data?.count ?? 0) + 256 })
        for part in parts {
            bytes.append(contentsOf: head(of: part, boundary).utf8)
            if let data = part.contents.data {
                bytes.append(data)
            } else {
                pieces.append(HTTPRequestBody.Piece(.data(bytes)))
                pieces.append(HTTPRequestBody.Piece(part.contents))
                bytes.removeAll()
            }
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "--\(boundary)--\r\n".utf8)
        pieces.append(HTTPRequestBody.Piece(.data(bytes)))
        return HTTPRequestBody(pieces: pieces, contentType: "multipart/form-data; boundary=\(boundary)")
    }

    private static func head(of part: MultipartPart, _ boundary: String) -> String {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\""
        if let fileName = part.fileName {
            head += "; filename=\"\(escaped(fileName))\""
        }
        head += "\r\n"
        if let contentType = part.contentType {
            head += "Content-Type: \(contentType)\r\n"
        }
        return head + "\r\n"
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
