import NetTaskTesting

/// The options of a task that its handler and its witness need.
struct TaskSetup: Sendable {
    /// The seed that determines the behavior of its attempts.
    var seed: UInt64
    /// Tasks with the same number are equal.
    var number: Int
    var retries = 0
    var key: String?
    /// Whether it has a timeout and a deadline.
    var isHurried = false
    /// Whether it may share a run with equal tasks.
    var isShared = false

    /// Returns the same numbers for the same attempt.
    func random(attempt: Int) -> SeededRandom {
        SeededRandom(seed: seed &+ UInt64(attempt) &* 0xD134_2543_DE82_EF95)
    }
}

extension RandomNumberGenerator {
    /// Returns `true` once in this number of times.
    mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }
}
