/// Tells by its end that nobody holds it any more, and with it what it was put into.
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
