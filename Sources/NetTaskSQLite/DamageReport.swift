#if SQLite
    public import NetTaskDurable

    /// The result of the salvage of a damaged file.
    public struct DamageReport: Sendable, Hashable {
        /// The new path of the damaged file. It is never removed.
        public var setAside: String
        /// What was wrong with the file.
        public var reason: String
        /// The number of tasks that were copied into the new file.
        public var recoveredCount: Int
        /// Tasks of which only the id could be read. Further tasks may be lost without a trace. nil if the file could not be
        /// opened at all.
        public var lost: [DurableTaskID]?
    }
#endif
