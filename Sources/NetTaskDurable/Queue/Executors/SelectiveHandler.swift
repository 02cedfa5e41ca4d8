import NetTaskRuntime

/// A handler that can run tasks of some types only. Those of others are held.
protocol SelectiveHandler: Sendable {
    func canRun(_ type: any NetTask.Type) -> Bool
    /// Has a closure called when it can run tasks of more types.
    func onChange(_ listener: @escaping @Sendable () -> Void)
}
