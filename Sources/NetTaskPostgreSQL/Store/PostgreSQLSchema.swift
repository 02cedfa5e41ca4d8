#if PostgreSQL
    import NetTaskDurable

    /// The schema of the tasks. Its SQL is written for the name `nettask`, and is adapted to other names.
    struct PostgreSQLSchema: Sendable, Hashable {
        /// The version that this code writes. A schema with a greater version is rejected.
        static let version = 3

        /// The name is also the channel of its notifications.
        let name: String

        /// Makes a schema.
        ///
        /// - Throws: `TaskStoreError.other(_:)` unless the name consists of small letters, digits and underscores, and begins
        ///   with a letter.
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

        /// Adapts SQL for the schema `nettask` to this name.
        func sql(_ text: String) -> String {
            name == "nettask" ? text : text.replacing("nettask", with: name)
        }

        /// The statements that update the schema from an earlier version; 0 for no schema.
        func migration(from version: Int) -> String {
            let steps = Self.steps.dropFirst(max(0, version))
            if steps.isEmpty { return "" }
            let beginning = version < 1 ? "CREATE SCHEMA IF NOT EXISTS nettask;\n\n" : ""
            return sql(beginning + (steps + Self.functions).joined(separator: "\n"))
        }

        /// The steps from each version to the next. A released step never changes.
        private static let steps = [Migrations.v1Tables, Migrations.v2Turns, Migrations.v3Authors]

        /// The functions, which each migration creates again. Functions that the previous version calls keep their parameters,
        /// since its workers may still run. A step removes functions that are no longer called.
        private static let functions = [
            Migrations.ends, Migrations.changes, Migrations.enqueue, Migrations.insert, Migrations.claim,
        ]

        // MARK: Migration

        /// Updates the schema to this version if needed. Several processes may call this at the same time.
        ///
        /// - Throws: `TaskStoreError.tooNew(_:)`, `TaskStoreError.unavailable(_:)`, or another error of the server. Nothing is
        ///   then changed.
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

        /// Checks that the schema exists and has this version.
        ///
        /// - Throws: `TaskStoreError.other(_:)` if it is missing or has an earlier version; otherwise like ``migrate(_:)``.
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

        /// Returns the version of the existing schema; 0 if there is none.
        private func version(
            _ query: (String, [PostgreSQLValue]) async throws(PostgreSQLError) -> PostgreSQLRows
        ) async throws -> Int {
            // to_regclass() is not used, since it may miss a table that another process has just created.
            let isThere = "SELECT count(*) = 1 FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = 'meta'"
            let table = try await query(isThere, [.text(name)])
            guard try table[0].get(0) else { return 0 }
            let rows = try await query(sql("SELECT value FROM nettask.meta WHERE name = 'version'"), [])
            guard let row = rows.first else {
                throw TaskStoreError.damaged("The schema \(name) has no version of the store.")
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
