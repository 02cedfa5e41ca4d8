#if PostgreSQL
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @testable import NetTaskPostgreSQL

    @Suite("Connection strings")
    struct SessionConfigurationTests {
        @Test(
            "are shown without the password",
            arguments: [
                ("postgres://app:secret@db.example:5433/shop?sslmode=require", "postgres://app@db.example:5433/shop"),
                ("postgresql://app:se%40cret@[::1]:5433/shop", "postgres://app@[::1]:5433/shop"),
                ("host=db.example port=5 user=app password='sec ret' dbname=shop", "postgres://app@db.example:5/shop"),
                ("postgres://app:secret@one:1,two:2/shop", "postgres://app@one:1,two:2/shop"),
                ("host=one,two port=5433 user=app dbname=shop", "postgres://app@one:5433,two:5433/shop"),
                ("postgres:///shop?host=/x&port=5&user=app&password=secret", "postgres://app@/shop?host=/x&port=5"),
            ]
        )
        func description(string: String, shown: String) throws {
            #expect(try PostgreSQLConfiguration(string).description == shown)
        }

        @Test(
            "that are invalid are rejected, without a part of the password in the message",
            arguments: [
                "postgres://app:secret@[::1/shop", "postgres://app:se@cret@db.example/shop", "user=app secret",
                "postgres://app:secret/word@db.example/shop", "postgres://app:1/secret@db.example/shop",
                "postgres://app:sec%zzret@db.example/shop", "host=db.example secret=1",
                "postgres://app@db.example/shop?secret=1",
            ]
        )
        func refusal(string: String) throws {
            let error = try #require(throws: PostgreSQLError.self) { try PostgreSQLConfiguration(string) }
            guard case .configuration(let text) = error else {
                Issue.record("\(error)")
                return
            }
            for part in ["secret", "cret@", "word@", "zzret"] { #expect(!text.contains(part)) }
        }

        @Test("may contain the time limit of connecting to each host")
        func limit() throws {
            let one = try PostgreSQLConfiguration("host=one connect_timeout=3")
            let two = try PostgreSQLConfiguration("host=one,two connect_timeout=3")
            #expect(one.totalConnectTimeout == .seconds(3))
            #expect(two.totalConnectTimeout == .seconds(6))
        }

        @Test("leave settings for TLS and keepalives to libpq")
        func parameters() throws {
            let configuration = try PostgreSQLConfiguration("sslmode=verify-full sslrootcert=system keepalives_idle=3")
            let parameters = configuration.connectionParameters
            #expect(parameters["sslmode"] == "verify-full")
            #expect(parameters["sslrootcert"] == "system")
            #expect(parameters["keepalives_idle"] == "3")
            #expect(parameters["keepalives_count"] == "3")
        }

        @Test("attempts to connect follow after 0.1 s, doubled up to 5 s, less up to a half")
        func backoff() {
            let random = RandomSource(SeededRandom(seed: 1))
            for (count, longest) in [(1, 100), (2, 200), (6, 3200), (7, 5000), (1000, 5000)] {
                let pauses = (0..<100).map { _ in PostgreSQLConfiguration.backoff(failureCount: count, random: random) }
                #expect(pauses.allSatisfy { $0 <= .milliseconds(longest) && $0 >= .milliseconds(longest / 2) })
                #expect(Set(pauses).count > 50)
            }
        }
    }
#endif
