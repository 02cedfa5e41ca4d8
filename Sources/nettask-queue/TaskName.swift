#if SQLite || PostgreSQL
    import ArgumentParser
    import NetTaskDurable

    /// A task in an argument: its id, or its last digits if no other id of the store has them.
    struct TaskName: ExpressibleByArgument {
        let digits: String

        init?(argument: String) {
            guard (1...18).contains(argument.utf8.count), argument.utf8.allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            digits = argument
        }

        static let help: ArgumentHelp = "The ids of the tasks, or enough of their last digits to identify them."
    }

    /// The ids of a store count up from a long number, so their last digits distinguish them.
    extension TaskStore {
        /// Returns the task of a name; nil if there is none.
        ///
        /// - Throws: `QueueFailure` if several tasks match.
        func id(of name: TaskName) async throws -> DurableTaskID? {
            let number = Int64(name.digits) ?? 0
            if !name.digits.hasPrefix("0"), let task = try await tasks(from: number, through: number).first {
                return task.id
            }
            let found = try await tasks(endingWith: name)
            guard found.count > 1 else { return found.first?.id }
            let candidates = found.prefix(Self.shownCandidates).map { "\($0.id) (\($0.task.kind), \($0.stateText))" }
            let more = found.count > Self.shownCandidates ? " and others" : ""
            throw QueueFailure(
                message: "several tasks match \(name.digits); pass more digits: "
                    + candidates.joined(separator: ", ") + more
            )
        }

        /// Returns how many last digits distinguish all ids, with a reserve for the next tasks.
        func shortIDLength() async throws -> Int {
            guard let first = try await tasks(from: 0).first?.id.rawValue else { return 0 }
            var last = first
            var step: Int64 = 1
            // The last id is close to the first one, so not all ids have to be read.
            while step > 0 {
                if let next = try await tasks(from: last + step).first {
                    last = next.id.rawValue
                    step = min(step * 2, 1 << 60)
                } else {
                    step /= 2
                }
            }
            return max(Self.fewestDigits, String(last - first).count)
        }

        private static var fewestDigits: Int { 4 }
        private static var shownCandidates: Int { 4 }

        private func tasks(endingWith name: TaskName) async throws -> [StoredTask] {
            let unit = Self.power(name.digits.count)
            var found: [StoredTask] = []
            var number = Int64(name.digits) ?? 0
            while found.count <= Self.shownCandidates, let task = try await tasks(from: number).first {
                let id = task.id.rawValue
                if id == number { found.append(task) }
                // The next id with this ending: after this one, or not before the one that was found.
                let distance = id == number ? unit : ((number - id) % unit + unit) % unit
                let (next, isTooLarge) = id.addingReportingOverflow(distance)
                if isTooLarge { break }
                number = next
            }
            return found
        }

        /// Returns some of the tasks in a range of ids; one task if the range has no end.
        private func tasks(from first: Int64, through last: Int64? = nil) async throws -> [StoredTask] {
            let after = DurableTaskID(rawValue: first - 1)
            let limit = last == nil ? 1 : Self.shownCandidates + 1
            let tasks = try await tasks(TaskQuery(after: after, limit: limit, includesPayloads: false))
            return tasks.filter { $0.id.rawValue <= last ?? .max }
        }

        private static func power(_ exponent: Int) -> Int64 {
            (0..<exponent).reduce(1) { power, _ in power * 10 }
        }
    }

    extension DurableTaskID {
        /// Returns the last digits, or the whole id if it is hardly longer.
        func shortened(to length: Int) -> String {
            description.count <= length + 2 ? description : String(description.suffix(length))
        }
    }
#endif
