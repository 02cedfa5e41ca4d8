import Foundation
import NetTaskHTTP

/// Forwards the body of a reply to its exchange, and suspends the task of the session while the exchange is full. Used on
/// Apple's systems, tested on all systems.
///
/// A suspended task produces no network traffic, and continues the transfer when it is resumed:
/// <https://developer.apple.com/documentation/foundation/urlsessiontask/suspend()>. Apple's transport for OpenAPI limits
/// servers in this way, and tests it: <https://github.com/apple/swift-openapi-urlsession/pull/24>.
final class BackPressure: Sendable {
    private let exchange: HTTPExchange
    private let setOpen: @Sendable (Bool) -> Void
    private let whenDone: @Sendable ((any Error)?) -> Void
    private let isSuspended = Locked(false)

    /// - Parameters:
    ///   - whenDone: called at the end. Only the first call has an effect.
    ///   - setOpen: resumes or suspends the task. A session counts these calls, so each `false` is followed by one `true`.
    init(
        _ exchange: HTTPExchange,
        whenDone: @escaping @Sendable ((any Error)?) -> Void,
        setOpen: @escaping @Sendable (Bool) -> Void
    ) {
        self.exchange = exchange
        self.whenDone = whenDone
        self.setOpen = setOpen
    }

    /// Forwards bytes to the exchange. Some may arrive although the task is suspended.
    ///
    /// - Throws: the error of the exchange, such as after its end.
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

    /// - Returns: whether the value has changed.
    private func setSuspended(_ isSuspended: Bool) -> Bool {
        self.isSuspended.withLock { old in
            defer { old = isSuspended }
            return old != isSuspended
        }
    }
}
