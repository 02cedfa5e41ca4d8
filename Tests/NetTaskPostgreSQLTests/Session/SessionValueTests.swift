#if PostgreSQL
    import Foundation
    import Testing

    @testable import NetTaskPostgreSQL

    @Suite(
        "Values are sent and read back",
        .enabled(if: TestServer.isThere, "\(TestServer.hint)"),
        .timeLimit(.minutes(1))
    )
    struct SessionValueTests {
        /// What the server makes of a value of a type.
        private func echo<Value: PostgreSQLDecodable>(
            _ value: PostgreSQLValue,
            _ type: String,
            as _: Value.Type = Value.self
        ) async throws -> Value {
            try await TestServer.withPool { pool in
                try await pool.query("SELECT $1::\(type)", [value])[0].get(0)
            }
        }

        @Test("integers of each width", arguments: ["smallint", "integer", "bigint"])
        func integers(type: String) async throws {
            #expect(try await echo(.int(-7), type) == Int64(-7))
        }

        @Test("the greatest and the least integer")
        func extremes() async throws {
            #expect(try await echo(.int(.max), "bigint") == Int64.max)
            #expect(try await echo(.int(.min), "bigint") == Int64.min)
        }

        @Test("truth values and numbers with a fraction")
        func others() async throws {
            #expect(try await echo(.bool(true), "boolean") == true)
            #expect(try await echo(.bool(false), "boolean") == false)
            #expect(try await echo(.double(0.1), "double precision") == 0.1)
            #expect(try await echo(.double(0.5), "real") == 0.5)
        }

        @Test("texts with any content", arguments: ["", "'; DROP TABLE x --", "Grüße, 世界 👩‍👩‍👧", "\\x00\n\t\"{}"])
        func texts(text: String) async throws {
            #expect(try await echo(.text(text), "text") == text)
        }

        @Test("JSON as text")
        func json() async throws {
            #expect(try await echo(.text(#"{"a": 1}"#), "jsonb") == #"{"a": 1}"#)
            #expect(try await echo(.text(#"{"a" :1}"#), "json") == #"{"a" :1}"#)
        }

        @Test("bytes: none, all values, 1 MB")
        func bytes() async throws {
            for data in [Data(), Data(0...255), Data(repeating: 0xA5, count: 1 << 20)] {
                #expect(try await echo(.bytes(data), "bytea") == data)
            }
        }

        @Test("a value that is larger than the system's send buffer")
        func large() async throws {
            try await TestServer.withPool { pool in
                let rows = try await pool.query("SELECT octet_length($1::bytea)", [.bytes(Data(count: 16 << 20))])
                #expect(try rows[0].get(0) == 16 << 20)
            }
        }

        // Those of 2018 are not whole microseconds any more after one multiplication.
        @Test("dates to the microsecond", arguments: ["2026-11-23", "2018-06-01", "1999-12-31 23:59:59", "1969-07-20"])
        func dates(start: String) async throws {
            let moment = "$1::text::timestamptz + n * interval '1.000001 seconds'"
            let sql = "SELECT array_agg(\(moment)) FROM generate_series(1, 1000) AS n"
            try await TestServer.withPool { pool in
                let dates: [Date] = try await pool.query(sql, [.text(start)])[0].get(0)
                let back = try await pool.query("SELECT $2::timestamptz[] = (\(sql))", [.text(start), .dates(dates)])
                #expect(try back[0].get(0) == true)
            }
        }

        @Test("a date equals the server's date")
        func meaning() async throws {
            #expect(
                try await echo(.text("2026-01-01T00:00:00Z"), "timestamptz")
                    == Date(timeIntervalSince1970: 1_767_225_600)
            )
            #expect(try await echo(.text("infinity"), "timestamptz") == Date.distantFuture)
            #expect(try await echo(.date(.distantFuture), "timestamptz") == Date.distantFuture)
        }

        @Test("NULL of each type", arguments: ["bigint", "text", "bytea", "timestamptz", "bigint[]"])
        func null(type: String) async throws {
            try await TestServer.withPool { pool in
                let row = try await pool.query("SELECT $1::\(type), 1::bigint", [.null])[0]
                #expect(try row.get(0, as: Int64?.self) == nil)
                #expect(try row.get(1) == Int64(1))
            }
        }

        @Test("arrays, also empty ones and with NULL in them")
        func arrays() async throws {
            let moment = Date(timeIntervalSinceReferenceDate: 1.5)
            #expect(try await echo(.ints([1, -2, .max]), "bigint[]") == [1, -2, Int64.max])
            #expect(try await echo(.ints([1, nil]), "integer[]") == [Int64(1), nil])
            #expect(try await echo(.ints([]), "bigint[]") == [Int64]())
            #expect(try await echo(.texts(["a", nil, "", "NULL"]), "text[]") == ["a", nil, "", "NULL"])
            #expect(try await echo(.texts([#"a"b\c,{}"#, nil]), "varchar[]") == [#"a"b\c,{}"#, nil])
            #expect(
                try await echo(.manyBytes([Data(), nil, Data([0, 1])]), "bytea[]") == [Data(), nil, Data([0, 1])]
            )
            #expect(try await echo(.dates([moment, nil]), "timestamptz[]") == [moment, nil])
            #expect(try await echo(.bools([true, nil]), "boolean[]") == [true, nil])
            #expect(try await echo(.doubles([0.1, nil]), "double precision[]") == [0.1, nil])
        }

        @Test("rows and columns in order, and the number of changed rows")
        func rows() async throws {
            try await TestServer.withPool { pool in
                let rows = try await pool.query("SELECT n, n::text FROM generate_series(1, 3) AS n", [])
                #expect(try rows.map { try $0.get(0, as: Int.self) } == [1, 2, 3])
                #expect(try rows.map { try $0.get(1, as: String.self) } == ["1", "2", "3"])
                try await pool.execute("CREATE TABLE t (n int); INSERT INTO t VALUES (1), (2), (3)")
                #expect(try await pool.query("UPDATE t SET n = 0 WHERE n > 1", []).affectedCount == 2)
            }
        }

        // MARK: What cannot be

        @Test("a text with NUL is rejected before anything is sent")
        func nul() async throws {
            try await TestServer.withPool { pool in
                let error = try await #require(throws: PostgreSQLError.self) {
                    _ = try await pool.query("SELECT $1::text", [.text("a\0b")])
                }
                #expect(error.description.contains("NUL"))
                #expect(try await pool.query("SELECT $1::text", [.text("ab")])[0].get(0) == "ab")
            }
        }

        @Test("a value that is out of range is the server's error")
        func range() async throws {
            try await TestServer.withPool { pool in
                let error = try await #require(throws: PostgreSQLError.self) {
                    _ = try await pool.query("SELECT $1::smallint", [.int(40_000)])
                }
                #expect(error.sqlState == "22003")
                let early = try await #require(throws: PostgreSQLError.self) {
                    _ = try await pool.query("SELECT $1::timestamptz", [.date(Date(timeIntervalSince1970: -3e11))])
                }
                #expect(early.sqlState == "22008")
                await #expect(throws: PostgreSQLError.self) {
                    _ = try await pool.query("SELECT $1::timestamptz", [.date(Date(timeIntervalSince1970: .infinity))])
                }
            }
        }

        @Test("a column of another type is an error with the statement, its place and its type")
        func type() async throws {
            try await TestServer.withPool { pool in
                let row = try await pool.query("SELECT 'a'::text, NULL::text, 1 AS n", [])[0]
                #expect(
                    throws: PostgreSQLError.unexpected(
                        "In the result of “SELECT 'a'::text, NULL::text, 1 AS n”: column 0 is text, which cannot be read as Int64"
                    )
                ) { try row.get(0, as: Int64.self) }
                #expect(throws: PostgreSQLError.self) { try row.get(1, as: String.self) }
                #expect(throws: PostgreSQLError.self) { try row.get(3, as: String.self) }
            }
        }

        @Test("too few values, and bytes for a number, are rejected")
        func mismatch() async throws {
            try await TestServer.withPool { pool in
                await #expect(
                    throws: PostgreSQLError.unexpected("“SELECT $1::text” has 1 parameters, and 0 values are given")
                ) {
                    _ = try await pool.query("SELECT $1::text", [])
                }
                await #expect(
                    throws: PostgreSQLError.unexpected("The value of $1 in “SELECT $1::int” cannot be sent as integer")
                ) {
                    _ = try await pool.query("SELECT $1::int", [.bytes(Data())])
                }
            }
        }
    }
#endif
