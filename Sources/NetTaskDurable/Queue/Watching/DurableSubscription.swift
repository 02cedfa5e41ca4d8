/// A means to stop a closure from being called. It may be dropped; the closure goes on being called then.
public struct DurableSubscription: Sendable {
    let remove: @Sendable () -> Void

    /// Has the closure called no more; a call that is under way goes on. Called twice, it does nothing the second time.
    public func cancel() {
        remove()
    }
}
