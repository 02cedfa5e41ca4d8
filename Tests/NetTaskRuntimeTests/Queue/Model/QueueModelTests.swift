import Testing

@testable import NetTaskRuntime

@Suite("The queue's machine beside a slow model of it")
struct QueueModelTests {
    @Test("B01–B05, B28–B30, B34, B35, B39: it does what the model does, in 100,000 random sequences", arguments: 0..<8)
    func sequences(portion: UInt64) async {
        for seed in portion * 12_500..<(portion + 1) * 12_500 {
            guard agree(QueueComparison(), seed: seed) else { return }
            // Other tests want the threads as well; hence also so few portions, as they wait for a sequence of each.
            await Task.yield()
        }
    }

    @Test("It does what the model does for long, when much has come and gone", arguments: 0..<4)
    func longSequences(portion: UInt64) async {
        for seed in portion * 25..<(portion + 1) * 25 {
            // Also with what is thrown away where the machine is asked for its next wake.
            let comparison = QueueComparison(keepsGarbage: seed.isMultiple(of: 2))
            guard agree(comparison, seed: seed, length: 2_000) else { return }
            await Task.yield()
        }
    }

    @Test("Sequences that once disagreed agree", arguments: FoundSequence.all)
    func found(sequence: FoundSequence) {
        #expect(QueueComparison().mismatch(sequence.setup, sequence.steps) == nil)
    }

    @Test("A rule broken in the model is found", arguments: ModelFault.allCases)
    func modelFault(fault: ModelFault) async {
        #expect(await isFound(by: QueueComparison(modelFault: fault), within: fault.patience))
    }

    @Test("A fault on the way to the machine or back is found", arguments: MachineFault.allCases)
    func machineFault(fault: MachineFault) async {
        #expect(await isFound(by: QueueComparison(machineFault: fault), within: 100))
    }

    @Test("What is found is shown as source, with as little in it as shows it")
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

    @Test("However much has come and gone, little is kept of it", arguments: 0..<10)
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

    @Test("Nothing is kept of dependencies and groups that are over", arguments: [true, false])
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

    @Test("Little is kept of moments that never came")
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

    /// - Parameter patience: in how many sequences.
    private func isFound(by comparison: QueueComparison, within patience: UInt64) async -> Bool {
        for seed in 0..<patience {
            if comparison.mismatch(seed: seed) != nil { return true }
            await Task.yield()
        }
        return false
    }

    private func agree(_ comparison: QueueComparison, seed: UInt64, length: Int = 25) -> Bool {
        guard let mismatch = comparison.mismatch(seed: seed, length: length) else { return true }
        Issue.record("seed \(seed)\n\(mismatch)\nIn short:\n\(comparison.shortened(mismatch))")
        return false
    }
}
