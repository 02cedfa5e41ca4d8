public import NetTaskDurable

/// The requirements of a `TaskStore` as checks, which a test runs:
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
/// The checks pass the time to the store, and do not wait. Dates are whole milliseconds.
public struct TaskStoreConformance: Sendable {
    /// All checks. They are independent of each other, and may run in any order and at the same time.
    public let checks: [Check]

    /// Makes the checks of a store.
    ///
    /// - Parameters:
    ///   - makeStore: makes an empty store for one check.
    ///   - reopen: makes another store with the same tasks and with its own leases, as in another process. The given store may
    ///     be open or closed.
    public init(
        makeStore: @escaping @Sendable () async throws -> any TaskStore,
        reopen: @escaping @Sendable (any TaskStore) async throws -> any TaskStore
    ) {
        checks = TaskStoreRule.all.map { Check(rule: $0, makeStore: makeStore, reopen: reopen) }
    }

    /// One requirement of a store.
    public struct Check: Sendable, CustomStringConvertible {
        let rule: TaskStoreRule
        let makeStore: @Sendable () async throws -> any TaskStore
        let reopen: @Sendable (any TaskStore) async throws -> any TaskStore

        /// The requirement as a sentence.
        public var name: String { rule.name }
        public var description: String { rule.name }

        /// Runs the check with a new store, which is closed at the end.
        ///
        /// - Parameter limit: the time limit. Default: two minutes, which a busy machine may need.
        /// - Throws: ``Failure`` if the store does not fulfill the requirement in time, or if making or reopening it throws.
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

    /// How a store failed a check.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

/// Ends a check that takes too long.
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
