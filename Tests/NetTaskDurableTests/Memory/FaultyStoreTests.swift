import NetTaskDurable
import NetTaskDurableTesting
import Testing

@Suite("The checks of a store", .timeLimit(.minutes(2)))
struct FaultyStoreTests {
    private static func checks(of fault: StoreFault?) -> [TaskStoreConformance.Check] {
        TaskStoreConformance(
            makeStore: { FaultyStore(fault) },
            reopen: { store in FaultyStore(sharing: try #require(store as? FaultyStore)) }
        ).checks
    }

    @Test("notice what a store does wrong", arguments: StoreFault.allCases)
    func fault(_ fault: StoreFault) async throws {
        let check = try #require(Self.checks(of: fault).first { $0.name == fault.check })
        await #expect(throws: TaskStoreConformance.Failure.self) { try await check.run() }
    }

    @Test("say nothing of a store that does nothing wrong", arguments: checks(of: nil))
    func noFault(_ check: TaskStoreConformance.Check) async throws {
        try await check.run()
    }

    @Test("each fail for a store that does something wrong")
    func eachFails() async {
        let checks = StoreFault.allCases.map(Self.checks)
        for index in checks[0].indices {
            let name = checks[0][index].name
            let all = StoreFault.allCases.indices
            let named = all.filter { StoreFault.allCases[$0].check == name }
            var isNoticed = false
            for fault in named + all where !isNoticed {
                do {
                    try await checks[fault][index].run()
                } catch {
                    isNoticed = true
                }
            }
            #expect(isNoticed, "\(name)")
        }
    }
}
