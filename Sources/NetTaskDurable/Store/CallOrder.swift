import NetTaskCore

/// Performs asynchronous calls one at a time, in their order.
package final class CallOrder: Sendable {
    private let latest = Locked<Task<Void, Never>?>(nil)

    package init() {}

    /// Performs the body after all earlier calls. It is performed to its end even if the caller is cancelled.
    ///
    /// - Parameter isolation: the actor of the caller. Calls of one actor keep their order.
    package func callAsFunction<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        let call = latest.withLock { latest in
            let call = Task.detached { [latest] in
                await latest?.value
                return await body()
            }
            latest = Task.detached { _ = await call.value }
            return call
        }
        return await call.value
    }
}
