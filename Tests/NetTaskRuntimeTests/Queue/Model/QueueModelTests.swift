import Dispatch
import NetTaskRuntime
import Testing

@testable import NetTaskCore

@Suite("The queue's state machine, compared with a slow model")
struct QueueModelTests {
    @Test("B01–B05, B28–B30, B34, B35, B39: it behaves like the model, in 100,000 random sequences", arguments: 0..<8)
    func sequences(portion: UInt64) async {
        let found = await offThePool {
            fault(in: portion * 12_500..<(portion + 1) * 12_500) { _ in QueueComparison() }
        }
        if let found { Issue.record("\(found)") }
    }

    @Test("It behaves like the model over a long time, with many additions and ends", arguments: 0..<4)
    func longSequences(portion: UInt64) async {
        let found = await offThePool {
            fault(in: portion * 25..<(portion + 1) * 25, length: 2_000) { seed in
                // Also includes the entries that the machine discards when it is asked for its next wake.
                QueueComparison(keepsGarbage: seed.isMultiple(of: 2))
            }
        }
        if let found { Issue.record("\(found)") }
    }

    @Test("Sequences that once differed are equal", arguments: FoundSequence.all)
    func found(sequence: FoundSequence) {
        #expect(QueueComparison().mismatch(sequence.setup, sequence.steps) == nil)
    }

    @Test("A planted fault of the model is found", arguments: ModelFault.allCases)
    func modelFault(fault: ModelFault) async {
        #expect(await isFound(by: QueueComparison(modelFault: fault), within: fault.patience))
    }

    @Test("A fault on the way to the machine or back is found", arguments: MachineFault.allCases)
    func machineFault(fault: MachineFault) async {
        #expect(await isFound(by: QueueComparison(machineFault: fault), within: 100))
    }

    @Test("A difference is printed as source, reduced to the smallest sequence")
    func shownAsSource() throws {
        // given
        let comparison = QueueComparison(modelFault: .failurePolicyIsIgnored)
        let terms = PlainTerms(priority: .high, key: "a", dependencies: [PlainDependency(on: 1, .run)])
        let steps = [
            QueueStep(0, .add(1, PlainTerms(timeout: 3))),
            QueueStep(1, .passTime),
            QueueStep(2, .add(2, terms)),
            QueueStep(2, .fail(1, attempt: 1, retryAfter: nil)),
        ]
        let found = try #require(comparison.mismatch(QueueSetup(limit: 1), steps))
        // when
        let shown = comparison.shortened(found).description
        // then
        #expect(
            shown == """
                QueueComparison().mismatch(QueueSetup(limit: 1, limitPerKey: 0, order: .fifo), [
                    QueueStep(0, .add(1, PlainTerms())),  // start(1, attempt: 1), 1 of 1 run
                    QueueStep(2, .add(2, PlainTerms(dependencies: [PlainDependency(on: 1, .run)]))),  // 1 of 2 run
                    QueueStep(2, .fail(1, attempt: 1, retryAfter: nil)),
                    // the model: end(1, finished), end(2, for the end of #1), 0 of 0 run
                    // the machine: end(1, finished), start(2, attempt: 1), 1 of 1 run
                ])
                """
        )
    }

    @Test("Little memory is kept after many tasks", arguments: 0..<10)
    func memory(seed: UInt64) {
        // given
        var sequence = QueueSequences(seed: seed, isLong: true)
        var model = SlowQueueModel(sequence.setup)
        var machine = MachineUnderTest(sequence.setup, keepsGarbage: true)
        var highest = 0
        // when
        for _ in 0..<2_000 {
            let step = sequence.next(after: model)
            _ = model.take(step)
            _ = machine.take(step)
            highest = max(highest, machine.placeCount)
        }
        // then
        #expect(highest < 300)
    }

    @Test("No memory is kept of ended dependencies and groups", arguments: [true, false])
    func nothingKept(succeeds: Bool) {
        // given
        var machine = MachineUnderTest(QueueSetup())
        // when
        for number in stride(from: 1, to: 1_000, by: 2) {
            let after = PlainTerms(group: number, dependencies: [PlainDependency(on: number)])
            _ = machine.take(QueueStep(0, .add(number, PlainTerms(group: number))))
            _ = machine.take(QueueStep(0, .add(number + 1, after)))
            if succeeds {
                _ = machine.take(QueueStep(0, .succeed(number, attempt: 1)))
                _ = machine.take(QueueStep(0, .succeed(number + 1, attempt: 1)))
            } else {
                _ = machine.take(QueueStep(0, .fail(number, attempt: 1, retryAfter: nil)))
            }
        }
        // then
        #expect(machine.placeCount == 0)
    }

    @Test("No memory is kept of a dependency whose dependent left first")
    func dependentLeftFirst() {
        // given
        var machine = MachineUnderTest(QueueSetup())
        _ = machine.take(QueueStep(0, .add(1, PlainTerms())))
        _ = machine.take(QueueStep(0, .add(2, PlainTerms(dependencies: [PlainDependency(on: 1)]))))
        // when
        _ = machine.take(QueueStep(0, .cancel(2)))
        _ = machine.take(QueueStep(0, .succeed(1, attempt: 1)))
        // then
        #expect(machine.placeCount == 0)
    }

    @Test("Little memory is kept of dates that were not reached")
    func momentsThatNeverCame() {
        // given
        var machine = MachineUnderTest(QueueSetup(), keepsGarbage: true)
        // when
        _ = machine.take(QueueStep(0, .add(1, PlainTerms(expiry: 999, timeout: 99))))
        for number in 2...1_000 {
            _ = machine.take(QueueStep(0, .add(number, PlainTerms(notBefore: 9, expiry: 99))))
            _ = machine.take(QueueStep(0, .cancel(number)))
            _ = machine.take(QueueStep(0, .fail(1, attempt: number - 1, retryAfter: 0)))
        }
        // then
        #expect(machine.placeCount < 200)
    }

    /// - Parameter patience: the number of sequences.
    private func isFound(by comparison: QueueComparison, within patience: UInt64) async -> Bool {
        await offThePool {
            (0..<patience).contains { comparison.mismatch(seed: $0) != nil }
        }
    }

    /// A description of the first mismatch in some sequences; nil if there is none.
    private func fault(
        in seeds: Range<UInt64>,
        length: Int = 25,
        _ comparison: (UInt64) -> QueueComparison
    ) -> String? {
        for seed in seeds {
            let comparison = comparison(seed)
            if let mismatch = comparison.mismatch(seed: seed, length: length) {
                return "seed \(seed)\n\(mismatch)\nIn short:\n\(comparison.shortened(mismatch))"
            }
        }
        return nil
    }

    /// Performs long work on a separate thread, one piece at a time, because other tests need the threads of the pool.
    private func offThePool<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Self.thread.async { continuation.resume(returning: work()) }
        }
    }

    private static let thread = DispatchQueue(label: "models")
}
