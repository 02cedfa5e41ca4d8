import NetTaskRuntime
import Testing

@testable import NetTaskDurable

@Suite("The periodic work of a queue")
struct HousekeepingTests {
    @Test("is retried after a second if it fails, and after twice as long each time, up to a minute")
    func pauses() {
        var housekeeping = Housekeeping()
        let pauses = (0..<8).map { _ in housekeeping.failed(.prune, at: .zero) }

        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }
}
