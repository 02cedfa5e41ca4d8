import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// What comes back, and what fails.
@Suite struct ReplyDifferenceTests {
    @Test("another response breaks callers, and the server where its replies may not be read")
    func responses() {
        #expect(
            differences(
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints:
                  A: {uri: a, response: P}
                  B: {uri: b, response: P}
                  C: {uri: c, response: Data}
                  D: {uri: d, response: "P?"}
                  E: {uri: e}
                  F: {uri: f, response: {type: P, from: data}}
                  G: {uri: g, response: Date}
                """,
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints:
                  A: {uri: a, response: [P]}
                  B: {uri: b, response: Data}
                  C: {uri: c, response: P}
                  D: {uri: d, response: P}
                  E: {uri: e, response: String}
                  F: {uri: f, response: {type: P, from: items}}
                  G: {uri: g, response: {type: Date, format: unix}}
                """
            ) == [
                "new 5:3 callers+server endpoints.A.response: it was `P` and is `[P]`",
                "new 6:3 callers endpoints.B.response: it was `P` and is `Data`",
                "new 7:3 callers+server endpoints.C.response: it was `Data` and is `P`",
                "new 8:3 callers+server endpoints.D.response: it was `P?` and is `P`",
                "new 9:3 callers endpoints.E.response: it was `none` and is `String`",
                "new 10:3 server endpoints.F.response: it was `P` from `data` and is `P` from `items`",
                "new 11:3 server endpoints.G.response: its `format` was `iso8601` and is `unix`",
            ]
        )
    }

    @Test("fields in place, and headers beside them")
    func fields() {
        #expect(
            differences(
                """
                endpoints:
                  A: {uri: a, response: {fields: {a: Int, b: Int}, headers: {left: Int, tag: {type: String?, wireName: ETag}}}}
                  B: {uri: b, response: String}
                """,
                """
                endpoints:
                  A: {uri: a, response: {fields: {a: Int, c: Int?}, headers: {tag: {type: String, wireName: etag}}}}
                  B: {uri: b, response: {type: String, headers: {left: Int}}}
                """
            ) == [
                "new 4:43 additive endpoints.A.response.fields.c: it is new",
                "old 4:43 callers endpoints.A.response.fields.b: it is gone",
                "new 4:63 callers+server endpoints.A.response.headers.tag: its type was `String?` and is `String`; "
                    + "`init` has to be given it; a reply without it is an error; a reply with `null` for it is an error",
                "old 4:62 callers endpoints.A.response.headers.left: it is gone",
                "new 5:3 callers endpoints.B.response: it is a type with `headers` now",
                "new 5:50 callers+server endpoints.B.response.headers.left: it is new; `init` has to be given it; "
                    + "a reply without it is an error",
            ]
        )
    }

    @Test("headers by status, of responses and of errors")
    func headersByStatus() {
        #expect(
            differences(
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints:
                  A: {uri: a, response: {200: P, 202: {type: P, headers: {location: URL, left: Int?}}, 204: {headers: {tag: String}}}}
                  B: {uri: b, errors: {409: P, 429: {type: P, headers: {wait: Int?}}}}
                  C: {uri: c, errors: {409: P, 429: P}}
                  D: {uri: d, errors: {409: {type: P, headers: {a: Int}}, 410: {headers: {b: Int}}}}
                  E: {uri: e, errors: {4xx: {type: P, headers: {a: Int?}}}}
                """,
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints:
                  A: {uri: a, response: {200: {type: P, headers: {tag: String}}, 202: {type: P, headers: {location: String}}, 204: none}}
                  B: {uri: b, errors: {409: P, 429: {type: P, headers: {wait: Int}}}}
                  C: {uri: c, errors: {409: P, 429: {type: P, headers: {wait: Int?}}}}
                  D: {uri: d, errors: {409: {type: P, headers: {a: Int}}, 410: {headers: {b: Int}}, 411: {headers: {c: Int}}}}
                  E: {uri: e, errors: {4xx: {type: P, headers: {a: Int?}}, 404: {type: P, headers: {a: Int?}}, 405: {type: P, headers: {b: Int}}}}
                """
            ) == [
                "new 5:26 callers endpoints.A.response.200: it is a type with `headers` now",
                "new 5:51 callers+server endpoints.A.response.200.headers.tag: it is new; `init` has to be given it; "
                    + "a reply without it is an error",
                "new 5:91 callers endpoints.A.response.202.headers.location: its type was `URL` and is `String`",
                "old 5:74 callers endpoints.A.response.202.headers.left: it is gone",
                "new 5:111 callers endpoints.A.response.204: it has no `headers` any more, and is the body alone",
                "old 5:104 callers endpoints.A.response.204.headers.tag: it is gone",
                "new 6:57 callers+server endpoints.B.errors.429.headers.wait: its type was `Int?` and is `Int`; "
                    + "`init` has to be given it; a reply without it is an error; a reply with `null` for it is an error",
                "new 7:3 callers endpoints.C.errors: `Failure` was `P` and is an enumeration of 2 types",
                "new 7:32 callers endpoints.C.errors.429: it is a type with `headers` now",
                "new 7:57 additive endpoints.C.errors.429.headers.wait: it is new",
                "new 8:85 additive endpoints.D.errors.411: it is new: its body is a type with `headers`",
                "new 9:3 callers endpoints.E.errors: `Failure` was a type with `headers` and is an enumeration of 3 types",
                "new 9:60 callers endpoints.E.errors.404: it is new, and says what `4xx` says",
                "new 9:96 callers+server endpoints.E.errors.405: it is new: its body was `P` with `headers`, by `4xx`, "
                    + "and is `P` with `headers`",
            ]
        )
    }

    @Test("a header of a reply is the same in capitals")
    func capitalsOfHeaders() {
        let found = differences(
            "endpoints: {A: {uri: a, response: {2xx: {type: String, headers: {tag: {type: String, wireName: ETag}}}}}}",
            """
            endpoints:
              A:
                uri: a
                response:
                  2xx: {type: String, headers: {tag: {type: String, wireName: ETag}}}
                  202: {type: String, headers: {tag: {type: String, wireName: etag}}}
            """
        )
        #expect(found.map { $0.contains(" callers endpoints.A.response.202: it is new") } == [true])
    }

    @Test("responses by status")
    func statuses() {
        #expect(
            differences(
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints:
                  A: {uri: a, response: {200: P, 202: String, 204: none}}
                  B: {uri: b, response: P}
                """,
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints:
                  A: {uri: a, response: {200: String, 201: P, 202: String}}
                  B: {uri: b, response: {200: P, 204: none}}
                """
            ) == [
                "new 5:26 callers endpoints.A.response.200: it was `P` and is `String`",
                "new 5:39 callers endpoints.A.response.201: it is new: it was a failure, and is the case `created`",
                "old 5:47 callers+server endpoints.A.response.204: it is gone, with the case `noContent`: "
                    + "such a reply is a failure",
                "new 6:3 callers+server endpoints.B.response: it was `P` and is a map of statuses",
            ]
        )
    }

    @Test("bodies of errors: the first and further ones add, and what becomes of `Failure` breaks callers")
    func errors() {
        #expect(
            differences(
                """
                shapes: {P: {fields: {a: Int}}, Q: {fields: {b: Int}}}
                endpoints:
                  A: {uri: a}
                  B: {uri: b, errors: {404: P}}
                  C: {uri: c, errors: {404: P, 500: Q}}
                  D: {uri: d, errors: {404: P}}
                  E: {uri: e, errors: {404: P, 500: none}}
                  F: {uri: f, errors: {404: P, 500: Q}}
                """,
                """
                shapes: {P: {fields: {a: Int}}, Q: {fields: {b: Int}}}
                endpoints:
                  A: {uri: a, errors: {404: P}}
                  B: {uri: b, errors: {404: P, 500: Q}}
                  C: {uri: c, errors: {404: P, 500: Q, 502: String}}
                  D: {uri: d, errors: {404: Q}}
                  E: {uri: e, errors: {404: P, 500: P}}
                  F: {uri: f, errors: {404: P}}
                """
            ) == [
                "new 5:3 additive endpoints.A.errors: `Failure` was `Never` and is `P`",
                "new 5:29 additive endpoints.A.errors.404: it is new: its body is `P`",
                "new 6:3 callers endpoints.B.errors: `Failure` was `P` and is an enumeration of 2 types",
                "new 6:37 additive endpoints.B.errors.500: it is new: its body is `Q`",
                "new 7:45 additive endpoints.C.errors.502: it is new: its body is `String`",
                "new 8:29 callers+server endpoints.D.errors.404: it was `P` and is `Q`",
                "new 9:37 additive endpoints.E.errors.500: its body was `none` and is `P`",
                "new 10:3 callers endpoints.F.errors: `Failure` was an enumeration and is `P`",
                "old 10:37 callers endpoints.F.errors.500: it is gone: its body, `Q`, is not read any more",
            ]
        )
    }

    @Test("a status that gets or loses an entry of its own was or is one of `default`")
    func fallbacks() {
        #expect(
            differences(
                """
                shapes: {P: {fields: {a: Int}}, Q: {fields: {b: Int}}}
                endpoints:
                  A: {uri: a, errors: {500: Q, default: P}}
                  B: {uri: b, errors: {404: Q, 409: P, default: P}}
                  C: {uri: c, response: {2xx: P}}
                  D: {uri: d, response: {200: P, 201: Q, 2xx: P}}
                """,
                """
                shapes: {P: {fields: {a: Int}}, Q: {fields: {b: Int}}}
                endpoints:
                  A: {uri: a, errors: {404: Q, 409: P, 500: Q, default: P}}
                  B: {uri: b, errors: {500: Q, 4xx: P, default: P}}
                  C: {uri: c, response: {200: P, 201: Q, 2xx: P}}
                  D: {uri: d, response: {2xx: P}}
                """
            ) == [
                "new 5:29 callers+server endpoints.A.errors.404: it is new: its body was `P`, by `default`, and is `Q`",
                "new 5:37 other endpoints.A.errors.409: it is new, and says what `default` says",
                "new 6:29 callers+server endpoints.B.errors.500: it is new: its body was `P`, by `default`, and is `Q`",
                "new 6:37 other endpoints.B.errors.4xx: it is new, and says what `default` says",
                "old 6:29 callers+server endpoints.B.errors.404: it is gone: its body was `Q`, and is `P`, by `4xx`",
                "old 6:37 other endpoints.B.errors.409: it is gone, and `4xx` says what it said",
                "new 7:26 callers endpoints.C.response.200: it is new: it was the case `success`, and is the case `ok`",
                "new 7:34 callers+server endpoints.C.response.201: "
                    + "it is new: it was the case `success`, and is the case `created`",
                "old 8:26 callers endpoints.D.response.200: "
                    + "it is gone, with the case `ok`: such a reply is the case `success`",
                "old 8:34 callers+server endpoints.D.response.201: "
                    + "it is gone, with the case `created`: such a reply is the case `success`",
            ]
        )
    }
}
