#if !PostgreSQL
    /// The store of many machines, which is there with the trait `PostgreSQL` of the package only.
    @available(*, unavailable, message: "add `traits: [\"PostgreSQL\"]` to the package dependency on NetTask")
    public enum PostgreSQLTaskStore {}
#endif
