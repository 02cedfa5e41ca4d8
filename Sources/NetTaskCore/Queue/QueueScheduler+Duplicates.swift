extension QueueScheduler.State {
    /// The task in the queue that `new` duplicates. A task that will be rejected duplicates none, so that it does not replace
    /// another.
    func duplicate(of new: NewTask) -> TaskRecord? {
        refusal == nil ? new.identity.flatMap { recordsByIdentity[$0] } : nil
    }
}

/// Applies the ``DuplicatePolicy`` of a new task: it shares the run of the existing task, is rejected, or replaces it.
extension QueueScheduler {
    func join(_ old: TaskRecord, _ new: NewTask, _ state: inout State) {
        old.addFollower(new.record)
        state.machine.raisePriority(new.options.priority, of: old.place)
    }

    func refusal(of new: NewTask, as old: TaskRecord) -> CancellationReason? {
        new.policy == .rejectNew ? .duplicate(of: old.place.id) : nil
    }

    func replace(_ old: TaskRecord, by new: TaskRecord, _ state: inout State) {
        state.machine.cancel(old.place, .replaced(by: new.place.id))
    }

    func remember(_ record: TaskRecord, _ identity: TaskIdentity, _ state: inout State) {
        // Otherwise the dictionary would keep the key of the older task.
        forget(identity, in: &state)
        state.recordsByIdentity[identity] = record
    }

    /// Removes an identity. Its key may hold the last reference to a value of the user, which must be released without the
    /// lock.
    func forget(_ identity: TaskIdentity, in state: inout State) {
        if let index = state.recordsByIdentity.index(forKey: identity) {
            state.effects.released.append(state.recordsByIdentity.remove(at: index).key)
        }
    }
}

/// Two tasks are duplicates if their identities are equal.
struct TaskIdentity: Hashable {
    let type: ObjectIdentifier
    let value: AnyHashable
    /// Computed once, without the queue's lock: hashing a request may be slow, and runs code of users. With the lock held,
    /// identities are compared only if their hashes are equal.
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
