/// Reports its deallocation, and thereby that of the object that contains it.
final class Witness: Sendable {
    private let onEnd: @Sendable () -> Void

    init(_ onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    convenience init(_ name: String, _ write: @escaping @Sendable (String) -> Void) {
        self.init { write(name) }
    }

    deinit {
        onEnd()
    }
}
