import Synchronization

/// A count for each kind, which any thread may change.
///
/// It does not synchronize threads, so that it hides no data race of the queue from ThreadSanitizer.
final class Tally<Kind: CaseIterable & RawRepresentable<Int> & Sendable>: Sendable {
    private final class Number: Sendable {
        let value = Atomic(0)
    }

    private let numbers = Kind.allCases.map { _ in Number() }

    func add(_ difference: Int, to kind: Kind) {
        numbers[kind.rawValue].value.add(difference, ordering: .relaxed)
    }

    subscript(kind: Kind) -> Int { numbers[kind.rawValue].value.load(ordering: .relaxed) }

    /// Such as `3 task, 1 error`.
    var text: String {
        let parts = Kind.allCases.filter { self[$0] != 0 }.map { "\(self[$0]) \($0)" }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}
