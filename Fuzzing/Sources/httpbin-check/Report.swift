/// Counts the passed checks by group, and prints the failed ones.
struct Report {
    private(set) var passed = 0
    private(set) var failed = 0
    private var group = ""
    private var passedBefore = 0
    private var failedBefore = 0

    /// Begins a group, and prints the line of the previous one.
    mutating func begin(_ name: String) {
        end()
        group = name
    }

    /// Prints the line of the last group.
    mutating func end() {
        if !group.isEmpty {
            print(
                "\(failed == failedBefore ? "ok  " : "FAIL") \(group): \(passed - passedBefore) passed,",
                "\(failed - failedBefore) failed"
            )
        }
        group = ""
        (passedBefore, failedBefore) = (passed, failed)
    }

    mutating func recordPass() {
        passed += 1
    }

    mutating func fail(_ what: String) {
        failed += 1
        print("  \(what)".prefix(1_000))
    }
}
