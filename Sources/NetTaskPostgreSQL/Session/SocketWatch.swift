#if PostgreSQL
    import Dispatch
    import Foundation
    import NetTaskCore

    /// Reports when the sockets of all connections can be read or written, from one thread.
    ///
    /// Dispatch sources have the same purpose, but pass each event from one thread to another, which takes a third of the time
    /// of a short statement.
    final class SocketWatch: Sendable {
        static let shared = SocketWatch()

        struct Direction: Hashable, Sendable {
            static let read = Direction(events: Int16(POLLIN))
            static let write = Direction(events: Int16(POLLOUT))
            fileprivate let events: Int16
        }

        /// The number of a started watch.
        struct Number: Hashable, Sendable {
            fileprivate let value: Int
        }

        private struct Entry: Sendable {
            let socket: CInt
            let direction: Direction
            let isOnce: Bool
            let queue: DispatchQueue
            let handler: @Sendable () -> Void
        }

        private struct State {
            var entries: [Number: Entry] = [:]
            var lastNumber = 0
        }

        private let state = Locked(State())
        /// A pipe whose other end the thread also waits for. Both ends are -1 if no file could be opened: the thread then polls
        /// a hundred times a second.
        private let waking: CInt
        private let woken: CInt

        private init() {
            var ends: [CInt] = [-1, -1]
            if pipe(&ends) != 0 { ends = [-1, -1] }
            for end in ends where end >= 0 {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
            (woken, waking) = (ends[0], ends[1])
            let thread = Thread { [self] in wait() }
            thread.name = "NetTaskPostgreSQL"
            thread.start()
        }

        /// Calls the handler on the queue whenever the socket is ready, until the watch is stopped. The queue must not do long
        /// work, since all sockets wait for it.
        func start(
            _ direction: Direction,
            of socket: CInt,
            on queue: DispatchQueue,
            _ handler: @escaping @Sendable () -> Void
        ) -> Number {
            add(Entry(socket: socket, direction: direction, isOnce: false, queue: queue, handler: handler))
        }

        /// Calls the handler on the queue as soon as the socket is ready. No socket waits for the queue.
        func once(
            _ direction: Direction,
            of socket: CInt,
            on queue: DispatchQueue,
            _ handler: @escaping @Sendable () -> Void
        ) -> Number {
            add(Entry(socket: socket, direction: direction, isOnce: true, queue: queue, handler: handler))
        }

        /// Stops the watch. Must be called on its queue. From then on the handler is not called, and the socket may be closed.
        func stop(_ number: Number) {
            let isThere = state.withLock { $0.entries.removeValue(forKey: number) != nil }
            if isThere { wake() }
        }

        private func add(_ entry: Entry) -> Number {
            let number = state.withLock { state in
                state.lastNumber += 1
                let number = Number(value: state.lastNumber)
                state.entries[number] = entry
                return number
            }
            wake()
            return number
        }

        private func wake() {
            var byte: UInt8 = 0
            _ = write(waking, &byte, 1)
        }

        private func wait() {
            var buffer = [UInt8](repeating: 0, count: 64)
            while true {
                let entries = state.withLock { Array($0.entries) }
                var polled = entries.map { pollfd(fd: $0.value.socket, events: $0.value.direction.events, revents: 0) }
                polled.append(pollfd(fd: woken, events: Int16(POLLIN), revents: 0))
                guard poll(&polled, nfds_t(polled.count), woken < 0 ? 10 : -1) > 0 else { continue }
                if polled[entries.count].revents != 0 {
                    while read(woken, &buffer, buffer.count) > 0 {}
                }
                for ((number, entry), polled) in zip(entries, polled) where polled.revents != 0 {
                    if entry.isOnce {
                        state.withLock { $0.entries[number] = nil }
                        entry.queue.async(execute: entry.handler)
                    } else {
                        entry.queue.sync {
                            // The watch may have been stopped, and the socket may now be another one.
                            if state.withLock({ $0.entries[number] != nil }) { entry.handler() }
                        }
                    }
                }
            }
        }
    }
#endif
