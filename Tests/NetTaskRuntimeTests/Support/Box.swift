import Foundation

/// A value protected by a lock, for counting and collecting in tests.
final class Box<Value>: @unchecked Sendable {
    // Unchecked, because `stored` is accessed only under `lock`.
    private var stored: Value
    private let lock = NSLock()

    init(_ value: Value) {
        stored = value
    }

    var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    func update<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { body(&stored) }
    }
}
