#if PostgreSQL
    import NetTaskDurable

    /// The most frequent statements, with the name of the schema.
    struct TaskStatements: Sendable {
        let insert: String
        let insertPlain: String
        let claim: String
        let renew: String
        let end: String
        let wait: String
        /// Sets the queue that makes the changes of a transaction, for its notifications.
        let setAuthor: String

        init(_ schema: PostgreSQLSchema) {
            insert = schema.sql(TaskInsert.sql)
            insertPlain = schema.sql(PlainInsert.sql)
            claim = schema.sql(
                """
                SELECT \(TaskColumns.ofOpen) \
                FROM nettask.claim($1, $2, $3, $4, $5, $6::double precision * interval '1 second', $7, $8)
                """
            )
            renew = schema.sql(
                "SELECT id, token FROM nettask.renew($1, $2, $3::double precision * interval '1 second')"
            )
            end = schema.sql(RunEnds.sql)
            wait = schema.sql("SELECT nettask.wait($1, $2, $3, $4, $5, $6)")
            setAuthor = schema.sql("SELECT set_config('nettask.author', $1, true)")
        }
    }

    extension TaskClaim {
        /// The kinds, the latest versions of their payloads, and the fulfilled requirements.
        var values: [PostgreSQLValue] {
            let kinds = kinds.sorted { $0.key < $1.key }
            return [
                .texts(kinds.map(\.key)),
                .ints(kinds.map { Int64(Int32(clamping: $0.value)) }),
                .int(Int64(fulfilled.rawValue)),
            ]
        }
    }
#endif
