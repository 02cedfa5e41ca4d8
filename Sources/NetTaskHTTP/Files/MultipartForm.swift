public import NetTaskSystem

/// One field or file of a `multipart/form-data` body.
public struct MultipartPart: Sendable, Hashable {
    /// The name of the field.
    public var name: String
    /// The file name, for a file.
    public var fileName: String?
    /// The content type, for a file.
    public var contentType: String?
    /// The value of the field, or the contents of the file.
    public var contents: HTTPFile.Contents

    /// Makes a field, or a file if there is a file name.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, data: Data) {
        self.init(name: name, fileName: fileName, contentType: contentType, contents: .data(data))
    }

    /// Makes a part from contents of any kind.
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

/// Encodes parts as a `multipart/form-data` body (RFC 7578).
enum MultipartForm {
    /// Generates a boundary that does not occur in the parts in memory.
    static func boundary(for parts: [MultipartPart], random: () -> UInt64) -> String {
        var boundary = "NetTask-" + hex(random()) + hex(random())
        // 128 random bits do not occur by chance, not even in the files that are not searched. If the generator is poor, the
        // search still ends, because the boundary grows.
        while parts.contains(where: { $0.contents.data.map { contains($0, boundary.utf8) } == true }) {
            boundary += hex(random())
        }
        return boundary
    }

    private static func contains(_ data: Data, _ text: String.UTF8View) -> Bool {
        data.withUnsafeBytes { bytes in
            bytes.indices.contains { bytes[$0] == text.first && bytes[$0...].starts(with: text) }
        }
    }

    /// Returns the body: for each part the boundary, its headers and its data; then the closing boundary. Files on disk and
    /// streams are not loaded.
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
        // By scalars, because a quote with a combining mark is a single character.
        let pieces = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        return pieces.count > 1 ? pieces.map(String.init).joined(separator: "%22") : text
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
