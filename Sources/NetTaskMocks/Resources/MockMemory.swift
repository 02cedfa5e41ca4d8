/// The things that a mock keeps, by the path of their collection.
struct MockMemory: Sendable {
    struct Collection: Sendable {
        /// The ids in the order of creation.
        var ids: [String] = []
        /// Each thing, as the members that replies have.
        var things: [String: JSONValue] = [:]
        /// The ids of removed things.
        private(set) var removed: Set<String> = []
        /// The greatest id that is a usual number.
        private(set) var lastNumber = 0

        mutating func insert(_ thing: JSONValue, _ id: String) {
            if let number = Int(id), number < 1 << 50 { lastNumber = max(lastNumber, number) }
            removed.remove(id)
            if things.updateValue(thing, forKey: id) == nil { ids.append(id) }
        }

        mutating func remove(_ id: String) -> Bool {
            guard things.removeValue(forKey: id) != nil else { return false }
            ids.removeAll { $0 == id }
            removed.insert(id)
            return true
        }
    }

    /// At most this many things are kept; the oldest collections are dropped first.
    private static let maxCount = 100_000

    private var collections: [String: Collection] = [:]
    private var order: [String] = []
    private var count = 0

    subscript(path: String) -> Collection? { collections[path] }

    /// Changes a collection, which `first` makes if the mock has not seen its path.
    mutating func update<Result>(
        _ path: String,
        first: () -> Collection,
        _ change: (inout Collection) -> Result
    ) -> Result {
        var collection: Collection
        if let known = collections.removeValue(forKey: path) {
            collection = known
            count -= known.ids.count
        } else {
            collection = first()
            order.append(path)
        }
        let result = change(&collection)
        count += collection.ids.count
        collections[path] = collection
        while count > Self.maxCount, order.count > 1 {
            let oldest = order.removeFirst()
            count -= collections.removeValue(forKey: oldest)?.ids.count ?? 0
        }
        return result
    }

    mutating func removeAll() { self = MockMemory() }
}

extension JSONValue {
    /// The value at a path of members; `nil` if there is none.
    func value(at path: some Sequence<String>) -> JSONValue? {
        path.reduce(self) { value, name in value?[name] }
    }

    /// Sets the value at a path, if all members before it are objects.
    mutating func set(_ value: JSONValue?, at path: ArraySlice<String>) {
        guard let name = path.first else {
            if let value { self = value }
            return
        }
        guard case .object(var members) = self else { return }
        if path.count == 1 {
            members[name] = value
        } else if var inner = members[name] {
            inner.set(value, at: path.dropFirst())
            members[name] = inner
        }
        self = .object(members)
    }
}
