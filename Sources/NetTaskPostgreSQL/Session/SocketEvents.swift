#if PostgreSQL
    import Dispatch

    /// Tells when a socket can be read or written. All of it is used on `queue` alone.
    final class SocketEvents: @unchecked Sendable {
        // Unchecked, because the variables are touched on `queue` alone, on which Dispatch calls the handlers, too.

        enum Direction {
            case read
            case write
        }

        private let queue: DispatchQueue
        private var sources: [Direction: any DispatchSourceProtocol] = [:]
        /// How many sources may still touch the socket.
        private var openCount = 0
        private var whenStopped: (@Sendable () -> Void)?

        init(queue: DispatchQueue) {
            self.queue = queue
        }

        /// Calls the handler whenever the socket can be read or written, unless this has been asked for before.
        func start(_ direction: Direction, of socket: CInt, _ handler: @escaping @Sendable () -> Void) {
            guard sources[direction] == nil else { return }
            let source: any DispatchSourceProtocol =
                switch direction {
                case .read: DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
                case .write: DispatchSource.makeWriteSource(fileDescriptor: socket, queue: queue)
                }
            sources[direction] = source
            openCount += 1
            source.setEventHandler(handler: handler)
            source.setCancelHandler { [self] in
                openCount -= 1
                settle()
            }
            source.resume()
        }

        func stop(_ direction: Direction) {
            sources.removeValue(forKey: direction)?.cancel()
        }

        /// Stops all, and calls `then` when nobody touches the socket any more, so that it can be closed. Another `then` of
        /// before is not called.
        func stopAll(then: @escaping @Sendable () -> Void) {
            whenStopped = then
            sources.values.forEach { $0.cancel() }
            sources = [:]
            settle()
        }

        private func settle() {
            guard openCount == 0, let then = whenStopped else { return }
            whenStopped = nil
            then()
        }
    }
#endif
