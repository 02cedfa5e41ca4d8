#if !PostgreSQL
    /// The store of several machines. It requires the package trait `PostgreSQL`.
    @available(*, unavailable, message: "add `traits: [\"PostgreSQL\"]` to the package dependency on NetTask")
    public enum PostgreSQLTaskStore {}
#endif
