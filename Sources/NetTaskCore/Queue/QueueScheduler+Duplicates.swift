extension QueueScheduler.State {
    /// The task in the queue that a new one equals. A task that will be refused anyway equals none: it takes nobody's place.
    func duplicate(of new: NewTask) -> TaskRecord? {
        refusal == nil ? new.identity.flatMap { recordsByIdentity[$0] } : nil
    }
}

/// What the ``DuplicatePolicy`` of a new task does to the one that it equals: the new one shares its run, is refused, or takes its
/// place.
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
        // The key of an older one would stay otherwise.
        forget(identity, in: &state)
        state.recordsByIdentity[identity] = record
    }

    /// The key may be the last to hold a request of the user's.
    func forget(_ identity: TaskIdentity, in state: inout State) {
        if let index = state.recordsByIdentity.index(forKey: identity) {
            state.effects.released.append(state.recordsByIdentity.remove(at: index).key)
        }
    }
}

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
