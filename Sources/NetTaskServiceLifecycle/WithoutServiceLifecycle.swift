#if !ServiceLifecycle
    /// A queue as a service, which is there with the trait `ServiceLifecycle` of the package only.
    @available(*, unavailable, message: "add `traits: [\"ServiceLifecycle\"]` to the package dependency on NetTask")
    public enum NetTaskQueueService {}
#endif
