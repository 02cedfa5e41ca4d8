#if !Durable
    /// The store on disk, which is there with the trait `Durable` of the package only.
    @available(*, unavailable, message: "add `traits: [\"Durable\"]` to the package dependency on NetTask")
    public enum SQLiteTaskStore {}
#endif
