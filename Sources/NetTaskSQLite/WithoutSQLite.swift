#if !SQLite
    /// The store on disk. It requires the package trait `SQLite`.
    @available(*, unavailable, message: "add `traits: [\"SQLite\"]` to the package dependency on NetTask")
    public enum SQLiteTaskStore {}
#endif
