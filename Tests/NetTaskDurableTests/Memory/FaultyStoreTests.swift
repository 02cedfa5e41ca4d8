import NetTaskDurable
import NetTaskDurableTesting
import Testing

@Suite("The checks of a store", .timeLimit(.minutes(5)))
struct FaultyStoreTests {
    private static func checks(of fault: StoreFault?) -> [TaskStoreConformance.Check] {
        TaskStoreConformance(
            makeStore: { FaultyStore(fault) },
            reopen: { store in FaultyStore(sharing: try #require(store as? FaultyStore)) }
        ).checks
    }

    @Test("notice the faults of a store", arguments: StoreFault.allCases)
    func fault(_ fault: StoreFault) async throws {
        let check = try #require(Self.checks(of: fault).first { $0.name == fault.check })
        await #expect(throws: TaskStoreConformance.Failure.self) { try await check.run(within: .seconds(2)) }
    }

    @Test("report nothing for a correct store", arguments: checks(of: nil))
    func noFault(_ check: TaskStoreConformance.Check) async throws {
        try await check.run()
    }

    @Test("each fail for a faulty store", arguments: checks(of: nil).map(\.name))
    func fails(name: String) async throws {
        let named = StoreFault.allCases.filter { $0.check == name }
        for fault in named + StoreFault.allCases {
            let check = try #require(Self.checks(of: fault).first { $0.name == name })
            do {
                try await check.run(within: .seconds(2))
            } catch {
                return
            }
        }
        Issue.record("no fault is noticed by \(name)")
    }
}
