#if PostgreSQL
    import NetTaskDurable

    /// The schema that tasks are kept in. Its SQL is written for one called `nettask`, and may have any other name.
    struct PostgreSQLSchema: Sendable, Hashable {
        /// What this code writes. A schema with a greater one is left alone.
        static let version = 3

        /// Also the channel of its notifications.
        let name: String

        /// - Throws: `TaskStoreError.other(_:)` if the name is not of small letters, digits and underscores, and does not
        ///   begin with a letter.
        init(_ name: String) throws(TaskStoreError) {
            let isPlain = name.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            guard isPlain, let first = name.first, first.isLetter, name.utf8.count <= 63 else {
                throw .other(
                    """
                    \(name.debugDescription) cannot be the name of the schema: use a letter, then letters, digits and \
                    underscores, all small and ASCII, at most 63.
                    """
                )
            }
            self.name = name
        }

        /// SQL that was written for the schema `nettask`.
        func sql(_ text: String) -> String {
            name == "nettask" ? text : text.replacing("nettask", with: name)
        }

        /// The statements that make the schema of this version of one of an earlier version; 0: of none.
        func migration(from version: Int) -> String {
            let steps = Self.steps.dropFirst(max(0, version))
            if steps.isEmpty { return "" }
            let beginning = version < 1 ? "CREATE SCHEMA IF NOT EXISTS nettask;\n\n" : ""
            return sql(beginning + (steps + Self.functions).joined(separator: "\n"))
        }

        /// What leads to each version from the one before. A step that was released stays as it is.
        private static let steps = [Migrations.v1Tables, Migrations.v2Turns, Migrations.v3Authors]

        /// The functions, which each migration makes anew. Those that the previous version calls keep their parameters, since its
        /// workers may still run; a step drops one that nobody calls any more.
        private static let functions = [
            Migrations.ends, Migrations.changes, Migrations.enqueue, Migrations.insert, Migrations.claim,
        ]

        // MARK: Making it

        /// Brings the schema up to this version, unless it is. Many may do so at once.
        ///
        /// - Throws: `TaskStoreError.tooNew(_:)`, `TaskStoreError.unavailable(_:)`, or whatever the server had to say.
        ///   Nothing has changed then.
        func migrate(_ session: any PostgreSQLSession) async throws(TaskStoreError) {
            do {
                if try await version(session.query) == Self.version { return }
                try await session.transaction { [self] transaction in
                    let lock = "SELECT pg_advisory_xact_lock(hashtextextended('nettask schema', 0))"
                    _ = try await transaction.query(sql(lock), [])
                    let found = try await version(transaction.query)
                    if found < Self.version {
                        try await transaction.execute("SET LOCAL statement_timeout = 0;\n" + migration(from: found))
                    }
                }
            } catch {
                throw TaskStoreError(error)
            }
        }

        /// Finds out whether the schema is there and of this version.
        ///
        /// - Throws: `TaskStoreError.other(_:)` if it is missing or of an earlier version; what ``migrate(_:)`` does otherwise.
        func check(_ session: any PostgreSQLSession) async throws(TaskStoreError) {
            let found: Int
            do {
                found = try await version(session.query)
            } catch {
                throw TaskStoreError(error)
            }
            if found == Self.version { return }
            let state = found == 0 ? "is not there" : "has version \(found), and is to have \(Self.version)"
            throw .other("The schema \(name) \(state). `nettask-queue migrate` brings it up to date.")
        }

        /// The version of the schema that is there; 0 if there is none.
        private func version(
            _ query: (String, [PostgreSQLValue]) async throws(PostgreSQLError) -> PostgreSQLRows
        ) async throws -> Int {
            // Not to_regclass(), which may still say no when somebody else has just made it.
            let isThere = "SELECT count(*) = 1 FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = 'meta'"
            let table = try await query(isThere, [.text(name)])
            guard try table[0].get(0) else { return 0 }
            let rows = try await query(sql("SELECT value FROM nettask.meta WHERE name = 'version'"), [])
            guard let row = rows.first else {
                throw TaskStoreError.damaged("The schema \(name) does not say which version of the store it is.")
            }
            let found: Int = try row.get(0)
            guard found <= Self.version else {
                throw TaskStoreError.tooNew(
                    """
                    The schema \(name) has version \(found), and this version of NetTask knows \(Self.version). Update \
                    what opens it.
                    """
                )
            }
            return found
        }
    }
#endif
