import NetTaskDurable
import NetTaskDurableTesting
import Testing

@Suite("A store in memory", .timeLimit(.minutes(5)))
struct MemoryConformanceTests {
    static let conformance = TaskStoreConformance(
        makeStore: { MemoryTaskStore() },
        reopen: { store in MemoryTaskStore(sharing: try #require(store as? MemoryTaskStore)) }
    )

    @Test("passes the checks of a store", arguments: conformance.checks)
    func conforms(_ check: TaskStoreConformance.Check) async throws {
        try await check.run()
    }
}
