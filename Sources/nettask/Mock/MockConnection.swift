#if Tools
    import FlyingSocks
    import Foundation
    import HTTPTypes
    import NetTaskBase
    import NetTaskMocks

    /// A connection of a client: reads requests, within limits, and writes answers.
    ///
    /// FlyingFox reads heads of any length and byte by byte, so only its sockets are used here.
    struct MockConnection {
        private let socket: AsyncSocket
        private let deadlines: MockDeadlines
        /// The bytes that were read, and the position of the first that was not used.
        private var buffer: [UInt8] = []
        private var start = 0

        /// The longest body of a request that is accepted, in bytes.
        static let maxBodyLength = 16 << 20
        /// The time that a client has for a head, for each part of a body, and for reading each part of an answer.
        private static let patience = Duration.seconds(30)
        /// The bytes of a refused request that are read, so that the client sees the answer.
        private static let maxDrainedLength = 32 << 20

        init(_ socket: AsyncSocket, _ deadlines: MockDeadlines) {
            self.socket = socket
            self.deadlines = deadlines
        }

        // MARK: Reading

        /// The next request; `nil` at the end of the connection.
        mutating func next() async throws -> (head: MockHead, body: Data)? {
            guard let head = try await head() else { return nil }
            let isTooLong = if case .count(let count) = head.bodyLength { count > Self.maxBodyLength } else { false }
            if isTooLong { throw Self.longBody }
            if head.headers[.expect]?.lowercased() == "100-continue" {
                try await write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
            switch head.bodyLength {
            case .count(let count):
                while buffer.count - start < count {
                    guard try await fill() else { throw SocketError.disconnected }
                }
                return (head, take(count))
            case .chunked: return (head, try await chunks())
            }
        }

        private mutating func head() async throws -> MockHead? {
            var scanned = start
            while true {
                if let end = endOfHead(from: &scanned) {
                    defer { start = end }
                    return try MockHead(buffer[start..<end])
                }
                if buffer.count - start > MockHead.maxLength { throw Self.longHead }
                let isEmpty = buffer.count == start
                let offset = scanned - start
                guard try await fill(within: Self.patience) else {
                    if isEmpty { return nil }
                    throw SocketError.disconnected
                }
                scanned = start + offset
            }
        }

        /// The position after the empty line of the head. Empty lines before the head are skipped (RFC 9112, section 2.2).
        private mutating func endOfHead(from scanned: inout Int) -> Int? {
            while start < buffer.count, buffer[start] == 0x0D || buffer[start] == 0x0A { start += 1 }
            scanned = max(scanned, start)
            while let line = buffer[scanned...].firstIndex(of: 0x0A) {
                let next = line + 1
                let isAtEnd = next >= buffer.count || buffer[next] == 0x0D && next + 1 >= buffer.count
                if isAtEnd { return nil }
                if buffer[next] == 0x0A { return check(next + 1) }
                if buffer[next] == 0x0D, buffer[next + 1] == 0x0A { return check(next + 2) }
                scanned = next
            }
            scanned = buffer.count
            return nil
        }

        private func check(_ end: Int) -> Int? { end - start > MockHead.maxLength ? nil : end }

        private static let longHead = MockHead.Problem(
            431,
            "The head of the request is longer than \(MockHead.maxLength >> 10) KB."
        )
        private static let longBody = MockHead.Problem(
            413,
            "The body of the request is longer than \(maxBodyLength >> 20) MB."
        )
        private static let badChunk = MockHead.Problem(400, "A chunk of the body is malformed.")

        private mutating func chunks() async throws -> Data {
            var body = Data()
            while true {
                // Extensions after the size are ignored.
                let line = try await line().prefix { $0 != UInt8(ascii: ";") }
                let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
                guard !text.isEmpty, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                    let size = Int(text, radix: 16)
                else { throw Self.badChunk }
                if size == 0 { break }
                if size > Self.maxBodyLength - body.count { throw Self.longBody }
                while buffer.count - start < size + 2 {
                    guard try await fill() else { throw SocketError.disconnected }
                }
                body += take(size)
                guard take(2).elementsEqual([0x0D, 0x0A]) else { throw Self.badChunk }
            }
            // The trailer.
            var length = 0
            while true {
                let line = try await line()
                if line.isEmpty { return body }
                length += line.count
                if length > MockHead.maxLength { throw Self.longHead }
            }
        }

        /// The bytes before the end of the line.
        private mutating func line() async throws -> [UInt8] {
            while true {
                if let end = buffer[start...].firstIndex(of: 0x0A) {
                    let line = buffer[start..<end]
                    start = end + 1
                    return Array(line.last == 0x0D ? line.dropLast() : line)
                }
                if buffer.count - start > MockHead.maxLength { throw Self.badChunk }
                guard try await fill() else { throw SocketError.disconnected }
            }
        }

        private mutating func take(_ count: Int) -> Data {
            defer { start += count }
            return Data(buffer[start..<(start + count)])
        }

        /// Reads more bytes.
        ///
        /// - Returns: `false` at the end of the connection.
        private mutating func fill(within time: Duration = patience) async throws -> Bool {
            if start == buffer.count {
                buffer.removeAll(keepingCapacity: buffer.capacity < 1 << 16)
                start = 0
            } else if start > 1 << 16 {
                buffer.removeFirst(start)
                start = 0
            }
            deadlines.set(time, for: socket.socket)
            do {
                buffer += try await socket.read(atMost: 4096)
                return true
            } catch SocketError.disconnected {
                return false
            }
        }

        // MARK: Writing

        func write(_ data: Data) async throws {
            // The time to read is for 1 MB at most.
            var rest = data[...]
            repeat {
                deadlines.set(Self.patience, for: socket.socket)
                try await socket.write(Data(rest.prefix(1 << 20)))
                rest = rest.dropFirst(1 << 20)
            } while !rest.isEmpty
        }

        /// Writes an answer.
        ///
        /// - Returns: Whether the connection can be used again.
        func write(_ answer: MockAnswer, to head: MockHead?, keepsAlive: Bool) async throws -> Bool {
            if answer.delay > .zero {
                deadlines.set(answer.delay + Self.patience, for: socket.socket)
                try await Task.sleep(for: answer.delay)
            }
            if answer.cut == .beforeHead { return false }
            let hasBody = head?.method != "HEAD" && answer.status != 204 && answer.status != 304
            switch answer.body {
            case .whole(let body):
                var text = Self.head(of: answer, keepsAlive: keepsAlive)
                // The length of a reply to GET is unknown for HEAD.
                if hasBody { text += "Content-Length: \(body.count)\r\n" }
                let isCut = answer.cut == .inBody
                let sent = hasBody ? isCut ? body.prefix(body.count / 2) : body : Data()
                try await write(Data((text + "\r\n").utf8) + sent)
                return keepsAlive && !isCut
            case .parts(let parts, let interval):
                let isChunked = head?.isHTTP11 ?? true
                var text = Self.head(of: answer, keepsAlive: keepsAlive && isChunked)
                if isChunked { text += "Transfer-Encoding: chunked\r\n" }
                try await write(Data((text + "\r\n").utf8))
                guard hasBody else { return keepsAlive }
                for (number, part) in parts.enumerated() where !part.isEmpty {
                    if answer.cut == .inBody, number * 2 >= parts.count { return false }
                    if number > 0 {
                        deadlines.set(interval + Self.patience, for: socket.socket)
                        try await Task.sleep(for: interval)
                    }
                    let size = Data((String(part.count, radix: 16) + "\r\n").utf8)
                    try await write(isChunked ? size + part + Data("\r\n".utf8) : part)
                }
                if isChunked { try await write(Data("0\r\n\r\n".utf8)) }
                return keepsAlive && isChunked
            }
        }

        private static func head(of answer: MockAnswer, keepsAlive: Bool) -> String {
            // Without a reason phrase, which is optional (RFC 9112, section 4).
            var text = "HTTP/1.1 \(answer.status) \r\n"
            for field in answer.headers where !ownFields.contains(field.name.canonicalName) {
                text += "\(field.name.rawName): \(field.value)\r\n"
            }
            if !keepsAlive { text += "Connection: close\r\n" }
            return text
        }

        private static let ownFields: Set<String> = ["content-length", "transfer-encoding", "connection"]

        /// Reads what the client still sends for a short time. Otherwise, the client may not see the answer.
        mutating func drain() async {
            shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
            deadlines.set(.seconds(2), for: socket.socket)
            var length = 0
            while length < Self.maxDrainedLength, let bytes = try? await socket.read(atMost: 4096) {
                length += bytes.count
            }
        }
    }

    /// Ends connections of clients that are too slow.
    final class MockDeadlines: Sendable {
        private let all = Locked<[Socket.FileDescriptor: ContinuousClock.Instant]>([:])

        func set(_ time: Duration, for socket: Socket) {
            let end = ContinuousClock.now + time
            all.withLock { $0[socket.file] = end }
        }

        /// Removes the deadline of a connection, before its file is closed and can be used by another one.
        func remove(_ socket: Socket) {
            all.withLock { $0[socket.file] = nil }
        }

        /// The number of open connections.
        var count: Int { all.withLock { $0.count } }

        /// Ends the connections whose time is over, until the task is cancelled.
        func run() async throws {
            while true {
                try await Task.sleep(for: .seconds(1))
                let now = ContinuousClock.now
                all.withLock { deadlines in
                    for (file, end) in deadlines where end < now {
                        // The reading or writing task then sees the end, and closes the file.
                        shutdown(file.rawValue, Int32(SHUT_RDWR))
                        deadlines[file] = now + .seconds(60)
                    }
                }
            }
        }
    }
#endif
