import NetTaskRuntime

/// Finds a shorter sequence with a mismatch, by removing calls that are not needed.
extension QueueComparison {
    func shortened(_ mismatch: Mismatch) -> Mismatch {
        var best = mismatch
        // Removes many calls at once first, because the time of a trial is proportional to the length of the sequence.
        var size = best.steps.count / 2
        while size > 0 {
            let shorter = firstMismatch(best.setup, Self.sequences(shorterThan: best.steps, by: size))
            best = shorter ?? best
            if shorter == nil { size /= 2 }
        }
        while let plainer = firstMismatch(best.setup, Self.sequences(plainerThan: best.steps)) {
            best = plainer
        }
        return best
    }

    private func firstMismatch(_ setup: QueueSetup, _ sequences: some Sequence<[QueueStep]>) -> Mismatch? {
        for steps in sequences {
            if let mismatch = mismatch(setup, steps) { return mismatch }
        }
        return nil
    }

    /// The sequence without some consecutive calls. If these add tasks, all references to the tasks are also removed.
    private static func sequences(shorterThan steps: [QueueStep], by size: Int) -> some Sequence<[QueueStep]> {
        stride(from: 0, to: steps.count, by: size).lazy.map { start in
            let removed = start..<min(start + size, steps.count)
            let numbers = steps[removed].compactMap { $0.call.added }
            return (steps[..<removed.lowerBound] + steps[removed.upperBound...]).compactMap { $0.without(numbers) }
        }
    }

    /// The sequence with one option of one task removed.
    private static func sequences(plainerThan steps: [QueueStep]) -> some Sequence<[QueueStep]> {
        steps.indices.lazy.flatMap { index -> [[QueueStep]] in
            guard case .add(let number, let terms) = steps[index].call else { return [] }
            return terms.plainer.map { terms in
                var steps = steps
                steps[index].call = .add(number, terms)
                return steps
            }
        }
    }
}

extension QueueCall {
    fileprivate var added: Int? {
        if case .add(let number, _) = self { number } else { nil }
    }
}

extension QueueStep {
    /// The step without these tasks, or nil if it becomes empty.
    fileprivate func without(_ numbers: [Int]) -> QueueStep? {
        switch call {
        case .add(let number, var terms):
            terms.dependencies.removeAll { numbers.contains($0.on) }
            return QueueStep(now, .add(number, terms))
        case .succeed(let number, _), .fail(let number, _, _), .cancel(let number), .setPriority(_, let number),
            .raisePriority(_, let number):
            return numbers.contains(number) ? nil : self
        case .addDependency(let number, let dependency):
            return numbers.contains(number) || numbers.contains(dependency.on) ? nil : self
        case .cancelAll(let others):
            return QueueStep(now, .cancelAll(others.filter { !numbers.contains($0) }))
        default:
            return self
        }
    }
}

extension PlainTerms {
    /// The terms with one option removed.
    fileprivate var plainer: [PlainTerms] {
        var results: [PlainTerms] = []
        func add(if isSaid: Bool, _ change: (inout PlainTerms) -> Void) {
            guard isSaid else { return }
            var terms = self
            change(&terms)
            results.append(terms)
        }
        add(if: priority != .normal) { $0.priority = .normal }
        add(if: key != nil) { $0.key = nil }
        add(if: group != 0) { $0.group = 0 }
        add(if: notBefore != nil) { $0.notBefore = nil }
        add(if: expiry != nil) { $0.expiry = nil }
        add(if: timeout != nil) { $0.timeout = nil }
        add(if: deadline != nil) { $0.deadline = nil }
        for index in dependencies.indices {
            add(if: true) { $0.dependencies.remove(at: index) }
        }
        return results
    }
}
