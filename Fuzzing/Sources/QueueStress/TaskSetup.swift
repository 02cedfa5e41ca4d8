import NetTaskTesting

/// What is said of a task when it is added, as far as its handler and its witness need to know.
struct TaskSetup: Sendable {
    /// Where all that its attempts do comes from.
    var seed: UInt64
    /// Tasks of one number are alike.
    var number: Int
    var retries = 0
    var key: String?
    /// Whether it has a timeout and a deadline.
    var isHurried = false
    /// Whether it may share a run with others that are like it.
    var isShared = false

    /// The same for the same attempt, whenever and wherever it is made.
    func random(attempt: Int) -> SeededRandom {
        SeededRandom(seed: seed &+ UInt64(attempt) &* 0xD134_2543_DE82_EF95)
    }
}

extension RandomNumberGenerator {
    /// Whether something happens that does so once in that many times.
    mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }
}
