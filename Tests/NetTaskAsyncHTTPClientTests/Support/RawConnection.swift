#if AsyncHTTPClient
    import NIOCore

    #if canImport(Glibc)
        import Glibc
    #else
        import Darwin
    #endif

    /// A connection that a client has made to a ``RawServer``. Used by its script alone.
    final class RawConnection {
        struct Ended: Error {}

        /// Counted from 1, in order of arrival.
        let number: Int
        private let channel: any Channel
        private let isEager: Bool
        private var inbound: AsyncStream<ByteBuffer>.AsyncIterator
        private var unread = ByteBuffer()

        init(_ number: Int, _ channel: any Channel, isEager: Bool, _ inbound: AsyncStream<ByteBuffer>) {
            self.number = number
            self.channel = channel
            self.isEager = isEager
            self.inbound = inbound.makeAsyncIterator()
        }

        /// Reads up to the empty line after the headers of a request.
        func readHead() async throws -> String {
            var head = try await readLine() + "\r\n"
            while !head.hasSuffix("\r\n\r\n") {
                head += try await readLine() + "\r\n"
            }
            return head
        }

        /// Reads a line, without its end.
        func readLine() async throws -> String {
            var line: [UInt8] = []
            while !line.suffix(2).elementsEqual("\r\n".utf8) {
                line += try await read(1)
            }
            return String(decoding: line.dropLast(2), as: UTF8.self)
        }

        func read(_ count: Int) async throws -> [UInt8] {
            while unread.readableBytes < count {
                guard var buffer = await next() else { throw Ended() }
                unread.writeBuffer(&buffer)
            }
            return unread.readBytes(length: count) ?? []
        }

        func write(_ text: String) async throws {
            try await write(Array(text.utf8))
        }

        func write(_ bytes: [UInt8]) async throws {
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        }

        /// Waits until the client closes the connection; what it still sends is dropped.
        func untilClosed() async {
            while await next() != nil {}
        }

        /// What comes next, which a server that is not eager has to be asked for; nil at the end.
        private func next() async -> ByteBuffer? {
            if !isEager { channel.read() }
            return await inbound.next()
        }

        /// Sends nothing more.
        func closeOutput() async throws {
            try await channel.close(mode: .output)
        }

        /// Has the connection end with a reset.
        func reset() async throws {
            let noWait = linger(l_onoff: 1, l_linger: 0)
            try await (channel as? any SocketOptionProvider)?.setSoLinger(noWait).get()
        }
    }
#endif
