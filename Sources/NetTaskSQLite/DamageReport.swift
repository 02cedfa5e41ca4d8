#if SQLite
    public import NetTaskDurable

    /// What became of a damaged file.
    public struct DamageReport: Sendable, Hashable {
        /// Where it is now. Nobody removes it.
        public var setAside: String
        /// What was wrong with it.
        public var reason: String
        /// So many tasks were carried over into the new file.
        public var recoveredCount: Int
        /// Tasks of which only the id could be read. There may be more that nothing is known of. nil if the file could not
        /// be opened at all, so that nobody knows what it held.
        public var lost: [DurableTaskID]?
    }
#endif
