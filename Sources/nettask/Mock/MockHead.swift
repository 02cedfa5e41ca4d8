#if Tools
    import Foundation
    import HTTPTypes

    /// The head of a request in HTTP/1.1 (RFC 9112).
    struct MockHead {
        let method: String
        /// The path and query.
        let target: String
        let headers: HTTPFields
        /// Whether the connection stays open after the answer.
        let keepsAlive: Bool
        /// Whether the client knows chunked bodies.
        let isHTTP11: Bool
        let bodyLength: BodyLength

        enum BodyLength: Equatable {
            case count(Int)
            case chunked
        }

        /// A request that cannot be answered as such. The connection is closed after the answer.
        struct Problem: Error, Equatable {
            var status: Int
            var detail: String

            init(_ status: Int, _ detail: String) {
                (self.status, self.detail) = (status, detail)
            }
        }

        /// The longest head that is accepted, in bytes.
        static let maxLength = 64 << 10

        /// - Parameter bytes: the head with its empty line.
        init(_ bytes: ArraySlice<UInt8>) throws(Problem) {
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...].map { line in
                line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            }[...]
            guard let first = lines.popFirst() else { throw Problem(400, "The request has no first line.") }
            let words = first.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count == 3, HTTPField.Name(words[0]) != nil, words[2].hasPrefix("HTTP/1.") else {
                throw Problem(400, "The first line is not a method, a target and HTTP/1.1.")
            }
            method = words[0]
            isHTTP11 = words[2] != "HTTP/1.0"
            target = try Self.target(words[1])
            var headers = HTTPFields()
            for line in lines where !line.isEmpty {
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                    let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
                else { throw Problem(400, "A header is not a name, a colon and a value.") }
                let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
                headers.append(HTTPField(name: name, value: value.trimmingCharacters(in: .whitespaces)))
            }
            self.headers = headers
            bodyLength = try Self.bodyLength(headers)
            let connection = (headers[.connection] ?? "").lowercased()
            keepsAlive = isHTTP11 ? !connection.contains("close") : connection.contains("keep-alive")
        }

        /// The path and query of the target, which can also be a URL.
        private static func target(_ text: String) throws(Problem) -> String {
            if text.hasPrefix("/") { return text }
            if text == "*" { return "/*" }
            guard let scheme = text.range(of: "://"),
                ["http", "https"].contains(text[..<scheme.lowerBound].lowercased())
            else { throw Problem(400, "The target of the request is neither a path nor a URL.") }
            let rest = text[scheme.upperBound...]
            guard let start = rest.firstIndex(where: { "/?".contains($0) }) else { return "/" }
            return rest[start] == "/" ? String(rest[start...]) : "/" + rest[start...]
        }

        private static func bodyLength(_ headers: HTTPFields) throws(Problem) -> BodyLength {
            let lengths = Set(headers[values: .contentLength])
            if let coding = headers[.transferEncoding] {
                guard lengths.isEmpty else { throw Problem(400, "A body has both a length and chunks.") }
                guard coding.lowercased() == "chunked" else {
                    throw Problem(501, "The only transfer coding is chunked.")
                }
                return .chunked
            }
            guard let text = lengths.first else { return .count(0) }
            guard lengths.count == 1, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text) else {
                throw Problem(400, "The Content-Length is not a whole number.")
            }
            return .count(count)
        }
    }
#endif
