import Synchronization

/// The number of live objects of each kind that is passed to a queue.
final class LiveObjects: Sendable {
    enum Kind: Int, CaseIterable, Sendable {
        case task, request, reply, response, error, subscriber, handler, clock, delegate, helper
    }

    let counts = Tally<Kind>()
    /// The number of objects, plus one until ``allGone()`` is called.
    private let total = Atomic(1)
    private let waiter = Box<CheckedContinuation<Void, Never>?>(nil)

    fileprivate func enter(_ kind: Kind) {
        counts.add(1, to: kind)
        total.add(1, ordering: .relaxed)
    }

    fileprivate func leave(_ kind: Kind) {
        counts.add(-1, to: kind)
        leave()
    }

    private func leave() {
        if total.subtract(1, ordering: .relaxed).newValue == 0 {
            waiter.update { $0 }?.resume()
        }
    }

    /// Waits until no object is left. Call it once, after the last queue was released.
    ///
    /// It detects the end of a run without sleeping: everything that still works for a finished queue, such as abandoned
    /// attempts, timers and the delivery of events, holds one of the objects.
    func allGone() async {
        await withCheckedContinuation { continuation in
            waiter.update { $0 = continuation }
            leave()
        }
    }
}

/// An object that lives as long as its owner.
final class LiveToken: Sendable {
    private let kind: LiveObjects.Kind
    private let objects: LiveObjects
    private let farewell: (@Sendable () -> Void)?

    /// - Parameter farewell: called when it is released, on any thread.
    init(_ kind: LiveObjects.Kind, _ objects: LiveObjects, farewell: (@Sendable () -> Void)? = nil) {
        self.kind = kind
        self.objects = objects
        self.farewell = farewell
        objects.enter(kind)
    }

    deinit {
        farewell?()
        objects.leave(kind)
    }
}
