#if RateLimits
    import Foundation
    import HTTPTypes
    import NetTaskRateLimits
    import NetTaskRuntime
    import Testing

    @Suite("Rate-limit fields")
    struct RateLimitFieldsTests {
        private func limit(_ headers: [(String, String)]) throws -> NetTaskLimit? {
            var response = HTTPResponse(status: .ok)
            for (name, value) in headers {
                response.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
            }
            return RateLimitFields().limit(in: response, sentAt: Date(timeIntervalSince1970: 1_800_000_000))
        }

        private func limit(_ headers: KeyValuePairs<String, String>) throws -> NetTaskLimit? {
            try limit(headers.map { ($0, $1) })
        }

        private func expected(_ remaining: Int, _ reset: Duration, _ quota: Int? = nil) -> NetTaskLimit {
            NetTaskLimit(remaining: remaining, reset: reset, quota: quota)
        }

        @Test("the tenth draft: what remains, until when, and the policy of that name")
        func tenthDraft() throws {
            #expect(
                try limit([
                    "RateLimit": #""default";r=50;t=30"#,
                    "RateLimit-Policy": #""permin";q=9;w=60, "default";q=100;w=60;pk=:cHJvamVjdHM=:"#,
                ]) == expected(50, .seconds(30), 100)
            )
            #expect(try limit(["RateLimit": "default;r=50;t=30"]) == expected(50, .seconds(30)))
        }

        @Test("the tenth draft without `t`: the window of the policy, or nothing")
        func withoutReset() throws {
            let policy = #""default";q=100;w=60"#
            #expect(
                try limit(["RateLimit": #""default";r=0"#, "RateLimit-Policy": policy])
                    == expected(0, .seconds(60), 100)
            )
            #expect(try limit(["RateLimit": #""other";r=0"#, "RateLimit-Policy": policy]) == nil)
        }

        @Test("of several limits, the one with the least remaining counts, and of exhausted ones the longest")
        func several() throws {
            #expect(try limit(["RateLimit": #""day";r=900;t=3600, "burst";r=3;t=1"#]) == expected(3, .seconds(1)))
            #expect(
                try limit([("RateLimit", #""burst";r=0;t=1"#), ("RateLimit", #""day";r=0;t=3600"#)])
                    == expected(0, .seconds(3600))
            )
        }

        @Test("limits that are not for requests are ignored")
        func units() throws {
            let policy = #""bytes";q=100000;w=60;qu="content-bytes", "calls";q=10;w=60;qu="requests""#
            #expect(
                try limit(["RateLimit": #""bytes";r=2;t=9, "calls";r=5;t=9"#, "RateLimit-Policy": policy])
                    == expected(5, .seconds(9), 10)
            )
        }

        @Test("the seventh draft, and those before")
        func earlierDrafts() throws {
            #expect(
                try limit(["RateLimit": "limit=100, remaining=50, reset=5", "RateLimit-Policy": "100;w=10"])
                    == expected(50, .seconds(5), 100)
            )
            #expect(
                try limit([
                    "RateLimit-Limit": "100, 100;w=60", "RateLimit-Remaining": "0", "RateLimit-Reset": "17",
                ]) == expected(0, .seconds(17), 100)
            )
        }

        @Test(
            "with X-, a reset is in seconds from now, or a date in seconds or milliseconds",
            arguments: [
                ("60", Duration.seconds(60)), ("0.5", .milliseconds(500)), ("1800000060", .seconds(60)),
                ("1800000000.25", .milliseconds(250)), ("1800000060000", .seconds(60)),
            ]
        )
        func reset(_ text: String, _ wait: Duration) throws {
            for prefix in ["X-RateLimit-", "x-rate-limit-"] {
                #expect(
                    try limit([
                        (prefix + "limit", "60"), (prefix + "remaining", "59"), (prefix + "reset", text),
                    ]) == expected(59, wait, 60)
                )
            }
        }

        @Test("a reset in seconds has precedence over a date")
        func resetAfter() throws {
            #expect(
                try limit([
                    "X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "1800009999.5", "X-RateLimit-Reset-After": "1.5",
                ]) == expected(1, .milliseconds(1_500))
            )
        }

        @Test(
            "the format of OpenAI",
            arguments: [("6m0s", Duration.seconds(360)), ("20ms", .milliseconds(20)), ("1h", .seconds(3600))]
        )
        func spans(_ text: String, _ wait: Duration) throws {
            #expect(
                try limit([
                    "x-ratelimit-limit-requests": "60", "x-ratelimit-remaining-requests": "59",
                    "x-ratelimit-reset-requests": text, "x-ratelimit-remaining-tokens": "0",
                ]) == expected(59, wait, 60)
            )
        }

        @Test(
            "malformed fields are ignored",
            arguments: [
                [("RateLimit", "")], [("RateLimit", #""default";r=x;t=30"#)], [("RateLimit", #""default";r=-1;t=30"#)],
                [("RateLimit", #""default";r=1.5;t=30"#)], [("RateLimit", #""default;r=1;t=30"#)],
                [("RateLimit", #""default";r=1;t="30""#)], [("RateLimit", "(a b);r=1;t=2")],
                [("RateLimit", "1;r=1;t=2")],
                [("RateLimit", "limit=100, remaining=many, reset=5")], [("RateLimit", "limit=100, reset=5")],
                [("RateLimit", "limit=100, remaining=(1 2), reset=5")], [("RateLimit", "\u{e9}")],
                [("RateLimit", #""default";r=99999999999999999999;t=1"#)],
                [("X-RateLimit-Remaining", "0")], [("X-RateLimit-Reset", "60")],
                [("X-RateLimit-Remaining", "-1"), ("X-RateLimit-Reset", "60")],
                [("X-RateLimit-Remaining", "none"), ("X-RateLimit-Reset", "60")],
                [("X-RateLimit-Remaining", "1e99"), ("X-RateLimit-Reset", "60")],
                [("X-RateLimit-Remaining", String(repeating: "9", count: 400)), ("X-RateLimit-Reset", "60")],
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "soon")],
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "")],
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "-5")],
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "6m0")],
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "6x")],
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1.2.3")],
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1799999999")],
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", String(repeating: "9", count: 400))],
            ]
        )
        func malformed(_ headers: [(String, String)]) throws {
            #expect(try limit(headers) == nil)
        }

        @Test("a malformed field does not affect the others")
        func partlyMalformed() throws {
            #expect(
                try limit(["RateLimit": "?", "X-RateLimit-Remaining": "4", "X-RateLimit-Reset": "9"])
                    == expected(4, .seconds(9))
            )
            #expect(
                try limit(["RateLimit": #""a";r=4;t=9"#, "RateLimit-Policy": "]["]) == expected(4, .seconds(9))
            )
        }
    }
#endif
