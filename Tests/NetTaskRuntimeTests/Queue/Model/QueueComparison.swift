/// Applies the same calls to the model and the machine, and reports the first difference.
struct QueueComparison: Sendable {
    var modelFault: ModelFault?
    var machineFault: MachineFault?
    var keepsGarbage = false

    /// The results of both sides for a call.
    struct Exchange: Sendable {
        let step: QueueStep
        let model: QueueReport
        let machine: QueueReport
        let isAgreed: Bool
    }

    /// A sequence of calls whose last call has different results.
    struct Mismatch: Sendable {
        let setup: QueueSetup
        let exchanges: [Exchange]

        var steps: [QueueStep] { exchanges.map(\.step) }
    }

    /// Generates sequences and compares the results until they differ.
    func mismatch(seed: UInt64, length: Int = 25) -> Mismatch? {
        var sequence = QueueSequences(seed: seed, isLong: length > 100)
        var pair = Pair(sequence.setup, self)
        var steps: [QueueStep] = []
        for _ in 0..<length {
            let step = sequence.next(after: pair.model)
            steps.append(step)
            if !pair.take(step).isAgreed {
                return mismatch(sequence.setup, steps)
            }
        }
        return nil
    }

    /// Compares the results of a given sequence.
    func mismatch(_ setup: QueueSetup, _ steps: [QueueStep]) -> Mismatch? {
        var pair = Pair(setup, self)
        var exchanges: [Exchange] = []
        for step in steps {
            exchanges.append(pair.take(step))
            if exchanges.last?.isAgreed == false {
                return Mismatch(setup: setup, exchanges: exchanges)
            }
        }
        return nil
    }

    /// The model and the machine, side by side.
    private struct Pair {
        var model: SlowQueueModel
        var machine: MachineUnderTest

        init(_ setup: QueueSetup, _ comparison: QueueComparison) {
            model = SlowQueueModel(setup, fault: comparison.modelFault)
            machine = MachineUnderTest(
                setup,
                fault: comparison.machineFault,
                keepsGarbage: comparison.keepsGarbage
            )
        }

        mutating func take(_ step: QueueStep) -> Exchange {
            let said = model.take(step)
            let heard = machine.take(step)
            let isAgreed = said.agrees(with: heard) && isTrue(heard.verdict, step.call)
            return Exchange(step: step, model: said, machine: heard, isAgreed: isAgreed)
        }

        /// The result must be a cycle, but not a specific one.
        private func isTrue(_ verdict: QueueVerdict?, _ call: QueueCall) -> Bool {
            guard case .cycle(let path)? = verdict, case .addDependency(let number, let dependency) = call else {
                return true
            }
            return model.isCycle(path, of: number, on: dependency.on)
        }
    }
}
