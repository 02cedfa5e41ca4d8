#if !SQLite
    /// The store on disk, which is there with the trait `SQLite` of the package only.
    @available(*, unavailable, message: "add `traits: [\"SQLite\"]` to the package dependency on NetTask")
    public enum SQLiteTaskStore {}
#endif
