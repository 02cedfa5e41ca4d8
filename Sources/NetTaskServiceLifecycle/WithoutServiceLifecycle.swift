#if !ServiceLifecycle
    /// A queue as a service. Available only with the trait `ServiceLifecycle` of the package.
    @available(*, unavailable, message: "add `traits: [\"ServiceLifecycle\"]` to the package dependency on NetTask")
    public enum NetTaskQueueService {}
#endif
