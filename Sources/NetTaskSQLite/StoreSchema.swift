#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    /// The tables, and their migrations.
    enum StoreSchema {
        /// The version that this code writes. A file with a greater version is rejected.
        static let version: Int64 = 1

        /// Creates the tables in an empty database.
        ///
        /// - Parameter firstID: the first id. It grows with the time, so that a file that replaces another one does not give
        ///   its ids again.
        static func prepare(_ db: Database, firstID: Int64) throws {
            guard try db.tableExists("nettask_meta") else {
                try db.execute(sql: tables)
                try db.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('nettask_task', ?)", firstID)
                try db.run("INSERT INTO nettask_meta (name, value) VALUES ('version', ?)", version)
                return
            }
            try check(db)
        }

        /// Checks that the tables exist and can be read, without reading the growing ones.
        static func check(_ db: Database) throws {
            guard try db.tableExists("nettask_meta") else {
                throw TaskStoreError.damaged("It is not a store of NetTask: the table nettask_meta is missing.")
            }
            guard let found = try db.number("SELECT value FROM nettask_meta WHERE name = 'version'") else {
                throw TaskStoreError.damaged("The version of the store is missing.")
            }
            guard found <= version else {
                throw TaskStoreError.tooNew(
                    """
                    The store has version \(found), and this version of NetTask knows \(version). Update what opens it.
                    """
                )
            }
            guard found > 0 else {
                throw TaskStoreError.damaged(
                    "It has the unknown version \(found) of the store."
                )
            }
            let names = try db.rows("SELECT name FROM sqlite_master WHERE name LIKE 'nettask\\_%' ESCAPE '\\'") { row in
                try row.decode(String.self, atIndex: 0)
            }
            for name in required where !names.contains(name) {
                throw TaskStoreError.damaged("Its table or index \(name) is missing.")
            }
            _ = try db.number("SELECT max(id) FROM nettask_lane")
            _ = try db.number("SELECT max(id) FROM nettask_owner")
            _ = try db.number("SELECT max(id) FROM nettask_task")
        }

        /// Milliseconds since 1970 in all bits except the last ten, which are random. The result is in the range that JSON can
        /// represent exactly.
        static func firstID(now: Date = Date()) -> Int64 {
            let milliseconds = max(0, min(now.timeIntervalSince1970 * 1_000, 0x1p42))
            return Int64(milliseconds) << 10 | Int64.random(in: 0..<1_024)
        }

        private static let required = [
            "nettask_task", "nettask_lane", "nettask_dependency", "nettask_run", "nettask_owner", "nettask_paused",
            "nettask_figure", "nettask_audit", "nettask_waiting",
            "nettask_delayed", "nettask_expiring", "nettask_running", "nettask_blocked", "nettask_group",
            "nettask_unique", "nettask_ended", "nettask_dead",
        ]

        /// The payload is the last column, so that the rest of a row can be read without it.
        private static let tables = """
            CREATE TABLE nettask_meta (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL) STRICT;

            CREATE TABLE nettask_task (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                state INTEGER NOT NULL,
                lane INTEGER NOT NULL,
                priority INTEGER NOT NULL,
                due REAL NOT NULL,
                since REAL,
                expires REAL,
                pending INTEGER NOT NULL DEFAULT 0,
                owner INTEGER,
                token INTEGER NOT NULL DEFAULT 0,
                run_count INTEGER NOT NULL DEFAULT 0,
                run_number INTEGER NOT NULL DEFAULT 0,
                lost_count INTEGER NOT NULL DEFAULT 0,
                kind TEXT NOT NULL,
                payload_version INTEGER NOT NULL,
                requirements INTEGER NOT NULL,
                idempotency_key TEXT NOT NULL,
                spec_version TEXT NOT NULL,
                spec_hash TEXT NOT NULL,
                codec TEXT,
                enqueued REAL NOT NULL,
                ended REAL,
                not_before REAL,
                first_priority INTEGER NOT NULL,
                max_run_count INTEGER NOT NULL,
                interval INTEGER NOT NULL,
                max_interval INTEGER NOT NULL,
                durable_codec TEXT,
                durable_requirements INTEGER NOT NULL,
                group_name TEXT,
                unique_key TEXT,
                unique_policy TEXT,
                dependencies TEXT,
                tags TEXT,
                trace_context TEXT,
                last_error TEXT,
                death_reason TEXT,
                cancellation TEXT,
                checksum INTEGER NOT NULL,
                reply BLOB,
                payload BLOB NOT NULL
            ) STRICT;

            CREATE INDEX nettask_waiting ON nettask_task (lane, priority, due, id) WHERE state = 0;
            CREATE INDEX nettask_delayed ON nettask_task (since) WHERE state = 0 AND since IS NOT NULL;
            CREATE INDEX nettask_expiring ON nettask_task (expires) WHERE state < 2 AND expires IS NOT NULL;
            CREATE INDEX nettask_blocked ON nettask_task (kind) WHERE state = 1;
            CREATE INDEX nettask_running ON nettask_task (owner) WHERE state = 2;
            CREATE INDEX nettask_group ON nettask_task (group_name, state, id) WHERE state < 3 AND group_name IS NOT NULL;
            CREATE UNIQUE INDEX nettask_unique ON nettask_task (kind, unique_key)
                WHERE state < 3 AND unique_key IS NOT NULL;
            CREATE INDEX nettask_ended ON nettask_task (ended, id) WHERE state IN (3, 5);
            CREATE INDEX nettask_dead ON nettask_task (ended, id) WHERE state = 4;

            CREATE TABLE nettask_lane (
                id INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                payload_version INTEGER NOT NULL,
                requirements INTEGER NOT NULL,
                is_suspect INTEGER NOT NULL,
                UNIQUE (kind, payload_version, requirements, is_suspect)
            ) STRICT;

            CREATE TABLE nettask_dependency (
                needs INTEGER NOT NULL,
                task INTEGER NOT NULL,
                on_failure TEXT NOT NULL,
                PRIMARY KEY (needs, task)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE nettask_run (
                task INTEGER NOT NULL,
                number INTEGER NOT NULL,
                started REAL NOT NULL,
                ended REAL,
                outcome TEXT NOT NULL,
                error TEXT,
                attempt_count INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (task, number)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE nettask_paused (kind TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;

            CREATE TABLE nettask_figure (
                minute INTEGER NOT NULL,
                kind TEXT NOT NULL,
                enqueued INTEGER NOT NULL,
                begun INTEGER NOT NULL,
                succeeded INTEGER NOT NULL,
                failed INTEGER NOT NULL,
                died INTEGER NOT NULL,
                cancelled INTEGER NOT NULL,
                PRIMARY KEY (minute, kind)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE nettask_audit (id INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT;

            CREATE TABLE nettask_owner (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                boot_id TEXT NOT NULL,
                lock TEXT NOT NULL
            ) STRICT;
            """
    }
#endif
