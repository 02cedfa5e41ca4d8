import NetTaskCore
import NetTaskDurable

/// The stores of one check, which are closed at its end.
final class OpenStores: Sendable {
    private let stores = Locked<[any TaskStore]>([])
    private let reopen: @Sendable (any TaskStore) async throws -> any TaskStore

    init(reopen: @escaping @Sendable (any TaskStore) async throws -> any TaskStore) {
        self.reopen = reopen
    }

    func enter(_ store: any TaskStore) -> any TaskStore {
        stores.withLock { $0.append(store) }
        return store
    }

    func reopen(_ store: any TaskStore) async throws -> any TaskStore {
        enter(try await reopen(store))
    }

    func close() async {
        for store in stores.withLock({ $0 }) {
            await store.close()
        }
    }
}
