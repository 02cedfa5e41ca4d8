import Foundation
import NetTaskHTTP

/// Passes the body of a reply to its exchange, and suspends the task of the session while the exchange is full. Used on
/// Apple's systems; tested everywhere.
///
/// A suspended task produces no network traffic, and goes on with the transfer when it is resumed:
/// <https://developer.apple.com/documentation/foundation/urlsessiontask/suspend()>. Apple's own transport for OpenAPI
/// holds servers back in this way, and tests it: <https://github.com/apple/swift-openapi-urlsession/pull/24>.
final class ReplyGate: Sendable {
    private struct State {
        var isSuspended = false
        var isOver = false
    }

    private let exchange: HTTPExchange
    private let setOpen: @Sendable (Bool) -> Void
    private let whenDone: @Sendable ((any Error)?) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - whenDone: called once.
    ///   - setOpen: resumes the task or suspends it. A session counts these calls: each `false` is followed by one
    ///     `true`.
    init(
        _ exchange: HTTPExchange,
        whenDone: @escaping @Sendable ((any Error)?) -> Void,
        setOpen: @escaping @Sendable (Bool) -> Void
    ) {
        self.exchange = exchange
        self.whenDone = whenDone
        self.setOpen = setOpen
    }

    /// Passes bytes on. Some may come although the task is suspended.
    ///
    /// - Throws: what the exchange throws.
    func receive(_ data: Data) throws {
        if state.withLock({ $0.isOver }) { return }
        try exchange.receive(data)
        guard exchange.isFull, setSuspended(true) else { return }
        setOpen(false)
        exchange.whenReady { [self] in
            if setSuspended(false) { setOpen(true) }
        }
    }

    /// Ends the exchange. The first call counts.
    func end(_ error: (any Error)?) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { whenDone(error) }
    }

    func stop(_ error: (any Error)?) {
        end(error)
    }

    /// - Returns: whether that is a change.
    private func setSuspended(_ isSuspended: Bool) -> Bool {
        state.withLock { state in
            defer { state.isSuspended = isSuspended }
            return state.isSuspended != isSuspended
        }
    }
}
