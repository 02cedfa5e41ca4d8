import Foundation
import NetTaskHTTP

/// Passes the body of a reply to its exchange, and suspends the task of the session while the exchange is full. Used on
/// Apple's systems; tested everywhere.
///
/// A suspended task produces no network traffic, and goes on with the transfer when it is resumed:
/// <https://developer.apple.com/documentation/foundation/urlsessiontask/suspend()>. Apple's own transport for OpenAPI
/// holds servers back in this way, and tests it: <https://github.com/apple/swift-openapi-urlsession/pull/24>.
final class BackPressure: Sendable {
    private let exchange: HTTPExchange
    private let setOpen: @Sendable (Bool) -> Void
    private let whenDone: @Sendable ((any Error)?) -> Void
    private let isSuspended = Locked(false)

    /// - Parameters:
    ///   - whenDone: called at the end. The first call counts.
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
    /// - Throws: what the exchange throws, such as after its end.
    func receive(_ data: Data) throws {
        try exchange.receive(data)
        guard exchange.isFull, setSuspended(true) else { return }
        setOpen(false)
        exchange.whenReady { [self] in
            if setSuspended(false) { setOpen(true) }
        }
    }

    /// Ends the exchange.
    func end(_ error: (any Error)?) { whenDone(error) }

    func stop(_ error: (any Error)?) { whenDone(error) }

    /// - Returns: whether that is a change.
    private func setSuspended(_ isSuspended: Bool) -> Bool {
        self.isSuspended.withLock { old in
            defer { old = isSuspended }
            return old != isSuspended
        }
    }
}
