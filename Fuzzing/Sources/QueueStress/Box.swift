import Foundation

/// A value behind a lock.
///
/// Unchecked, because `stored` is touched under `lock` alone.
final class Box<Value>: @unchecked Sendable {
    private var stored: Value
    private let lock = NSLock()

    init(_ value: Value) {
        stored = value
    }

    func update<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { body(&stored) }
    }
}
