/// What tells whether two tasks are the same.
struct TaskIdentity: Hashable {
    let type: ObjectIdentifier
    let value: AnyHashable
    /// Taken once, without the queue's lock: to hash a request may take long, and is code of others. Under the lock it
    /// is compared only with one that is most likely equal.
    private let hash: Int

    init(type: ObjectIdentifier, value: AnyHashable) {
        self.type = type
        self.value = value
        hash = value.hashValue
    }

    static func == (identity: TaskIdentity, other: TaskIdentity) -> Bool {
        identity.hash == other.hash && identity.type == other.type && identity.value == other.value
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
