public import NetTaskDurable

/// What a `TaskStore` has to do, as checks that a test runs over it.
///
///     static let conformance = TaskStoreConformance(
///         makeStore: { try MyStore(path: temporaryPath()) },
///         reopen: { store in try MyStore(path: (store as! MyStore).path) }
///     )
///
///     @Test(arguments: conformance.checks)
///     func conforms(_ check: TaskStoreConformance.Check) async throws {
///         try await check.run()
///     }
///
/// The checks tell the store what time it is, and do not wait for any. Dates are whole milliseconds.
public struct TaskStoreConformance: Sendable {
    /// All checks. Each stands for itself; they may run in any order, and at the same time.
    public let checks: [Check]

    /// Makes the checks for a store.
    ///
    /// - Parameters:
    ///   - makeStore: makes an empty store for one check alone.
    ///   - reopen: makes a store of the same tasks as the given one, and an owner of leases in its own right, as in another
    ///     process. The given one may be open or closed.
    public init(
        makeStore: @escaping @Sendable () async throws -> any TaskStore,
        reopen: @escaping @Sendable (any TaskStore) async throws -> any TaskStore
    ) {
        checks = TaskStoreRule.all.map { Check(rule: $0, makeStore: makeStore, reopen: reopen) }
    }

    /// One thing that a store has to do.
    public struct Check: Sendable, CustomStringConvertible {
        let rule: TaskStoreRule
        let makeStore: @Sendable () async throws -> any TaskStore
        let reopen: @Sendable (any TaskStore) async throws -> any TaskStore

        /// What it has to do, as a sentence.
        public var name: String { rule.name }
        public var description: String { rule.name }

        /// Runs the check over a store that is made for it, and closed at the end.
        ///
        /// - Parameter limit: how long it may take. By default two minutes, which a busy machine may need.
        /// - Throws: ``Failure`` if the store does something else, or has not done it in time; whatever making or reopening it
        ///   throws, as a ``Failure`` too.
        public func run(within limit: Duration = .seconds(120)) async throws {
            let stores = OpenStores(reopen: reopen)
            var failure: Failure?
            do {
                let ground = TaskStoreGround(stores.enter(try await makeStore()), stores)
                try await ended(within: limit) { try await rule.body(ground) }
            } catch {
                failure = Failure("\(name): \(error)")
            }
            await stores.close()
            if let failure { throw failure }
        }
    }

    /// What a store did that it should not have done.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

/// Ends what takes too long.
private func ended(within limit: Duration, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw TaskStoreConformance.Failure("it was not over after \(limit)")
        }
        defer { group.cancelAll() }
        try await group.next()
    }
}
