import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// What else is in a request.
@Suite struct RequestDifferenceTests {
    @Test("another method, uri or base URL breaks the server; a method moves params, too")
    func target() {
        #expect(
            differences(
                """
                baseURL: https://a.example
                endpoints: {Find: {uri: 'posts/{id}', params: {id: Int, text: String}}}
                """,
                """
                baseURL: https://b.example
                endpoints: {Find: {method: POST, uri: 'v2/posts/{id}', params: {id: Int, text: String}}}
                """
            ) == [
                "new 2:9 server baseURL: it was `https://a.example` and is `https://b.example`",
                "new 4:13 server endpoints.Find: its method was `GET` and is `POST`",
                "new 4:74 server endpoints.Find.params.text: its place was the query and is the body",
                "new 4:13 server endpoints.Find: its uri was `posts/{id}` and is `v2/posts/{id}`",
                "new 4:13 delivery endpoints.Find: it was idempotent, and is not: other failures are tried again",
            ]
        )
    }

    @Test("a new header that says how the request is to be read breaks the server, another one only adds")
    func newHeaders() {
        let found = differences(
            "endpoints: {Add: {method: POST, uri: a}}",
            "endpoints: {Add: {method: POST, uri: a, headers: {Content-Language: en, X-Trace: full}}}"
        )
        #expect(found.contains { $0.contains(" server endpoints.Add.headers.Content-Language: it is new") })
        #expect(found.contains { $0.contains(" additive endpoints.Add.headers.X-Trace: it is new") })
    }

    @Test("the kind of a request breaks the server where params are in a body")
    func kind() {
        #expect(
            differences(
                """
                endpoints:
                  Add: {method: POST, uri: posts, params: {a: Int}}
                  Get: {uri: posts}
                  Put: {method: PUT, uri: posts, body: String}
                """,
                """
                defaults: {encoding: json}
                endpoints:
                  Add: {method: POST, uri: posts, params: {a: Int}}
                  Get: {uri: posts}
                  Put: {method: PUT, uri: posts, body: Data, contentType: text/plain}
                """
            ) == [
                "new 5:3 server endpoints.Add: its `encoding` was `form` and is `json`",
                "new 6:3 other endpoints.Get: its `encoding` was `form` and is `json`",
                "new 7:3 callers+server endpoints.Put: its `body` was `String` and is `Data`",
                "new 7:3 server endpoints.Put: its `contentType` was none and is `text/plain`",
                "new 7:3 other endpoints.Put: its `encoding` was `form` and is `json`",
            ]
        )
    }

    @Test("a body that may be absent now breaks the server, and one that has to be there again does not")
    func optionalBodies() {
        #expect(
            differences(
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints: {Put: {method: PUT, uri: x, body: P}, Set: {method: PUT, uri: x, body: String?}}
                """,
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints: {Put: {method: PUT, uri: x, body: P?}, Set: {method: PUT, uri: x, body: String}}
                """
            ).map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") } == [
                "callers+server endpoints.Put: its `body` was `P` and is `P?`",
                "callers endpoints.Set: its `body` was `String?` and is `String`",
            ]
        )
    }

    @Test("headers and constants that are others or gone break the server, and so does a new choice among replies")
    func constants() {
        #expect(
            differences(
                """
                endpoints:
                  Get: {uri: x, headers: {A: '1', B: '1', Accept-Language: en}, constants: {a: 1, b: '1', key: k}}
                """,
                """
                endpoints:
                  Get:
                    uri: x
                    headers: {a: '2', C: '1', Accept: text/plain}
                    constants: {a: '1', c: 1}
                    params: {key: String, acceptLanguage: {type: String, in: header, wireName: Accept-Language}}
                """
            ) == [
                "new 8:14 callers endpoints.Get.params.key: it is new; `init` has to be given it",
                "new 8:27 callers endpoints.Get.params.acceptLanguage: it is new; `init` has to be given it",
                "new 4:3 server endpoints.Get.headers.a: it was `1` and is `2`",
                "new 4:3 additive endpoints.Get.headers.C: it is new: `1` is always sent",
                "new 4:3 server endpoints.Get.headers.Accept: it is new: `text/plain` is always sent",
                "new 4:3 server endpoints.Get.headers.B: it is gone, and not always sent any more",
                "new 4:3 other endpoints.Get.headers.Accept-Language: it is the param `acceptLanguage` now",
                "new 4:3 server endpoints.Get.constants.a: it was `1` and is the text `1`",
                "new 4:3 additive endpoints.Get.constants.c: it is new: `1` is always sent",
                "new 4:3 server endpoints.Get.constants.b: it is gone, and not always sent any more",
                "new 4:3 other endpoints.Get.constants.key: it is the param `key` now",
            ]
        )
    }

    @Test("a constant that takes the place of a param breaks callers, whose values are not sent any more")
    func constantOverParam() {
        #expect(
            differences(
                "endpoints: {Get: {uri: x, params: {version: Int, a: {type: Int, in: header}}}}",
                """
                endpoints:
                  Get: {uri: x, params: {version: Int, a: {type: Int, in: header}}, constants: {version: 2, a: 1}}
                """
            ) == [
                "new 4:3 callers endpoints.Get.constants.version: it is new: `2` is always sent, "
                    + "in place of the param `version`",
                "new 4:3 additive endpoints.Get.constants.a: it is new: `1` is always sent",
            ]
        )
    }

    @Test("credentials that an endpoint needs break callers, and those that it does not send break the server")
    func auth() {
        #expect(
            differences(
                """
                auth: {token: bearer, key: {type: apiKey, in: header, name: X-Key}, old: basic}
                endpoints:
                  A: {uri: a, auth: token}
                  B: {uri: b, auth: key}
                """,
                """
                auth: {key: {type: apiKey, in: query, name: key}, bearer: bearer, more: {type: apiKey, in: cookie, name: k}}
                endpoints:
                  A: {uri: a, auth: bearer}
                  B: {uri: b, auth: more}
                """
            ) == [
                "new 3:8 server auth.key: it was `apiKey` in the header `X-Key` and is `apiKey` in the query `key`",
                "new 3:51 callers auth.bearer: it was renamed: its name was `token` and is `bearer`",
                "new 3:67 additive auth.more: it is new: `apiKey` in the cookie `k`",
                "old 3:69 callers auth.old: it is gone",
                "new 3:8 callers auth.key: it stands before `bearer` among the arguments of `authentication` now",
                "new 6:3 callers endpoints.B.auth: it needs the credentials of `more`, which a queue has to be given",
                "new 6:3 server endpoints.B.auth: the credentials of `key` are not sent any more",
            ]
        )
    }

    @Test("a request object is an argument")
    func requestObject() {
        #expect(
            differences(
                """
                shapes: {Place: {fields: {lat: Double}}, Box: {fields: {a: Int}}}
                endpoints:
                  A: {uri: a, requestObject: Place}
                  B: {uri: b}
                  C: {uri: c, requestObject: Box}
                """,
                """
                shapes: {Spot: {fields: {lat: Double}}, Box: {fields: {a: Int}}}
                endpoints:
                  A: {uri: a, requestObject: Spot}
                  B: {uri: b, requestObject: Spot}
                  C: {uri: c, params: {a: Int}}
                """
            ) == [
                "new 3:10 callers shapes.Spot: it was renamed: its name was `Place` and is `Spot`",
                "new 5:3 callers endpoints.A.requestObject: the argument for it was `place` and is `spot`",
                "new 6:3 callers endpoints.B: its `requestObject` was none and is `Spot`",
                "new 7:24 callers endpoints.C.params.a: it is new; `init` has to be given it",
                "new 7:3 callers+server endpoints.C: its `requestObject` was `Box` and is none",
            ]
        )
    }

    @Test("what changes delivery is named, and the rest of it is not")
    func delivery() {
        #expect(
            differences(
                """
                endpoints:
                  A: {method: POST, uri: a, idempotencyKey: Key, durable: true}
                  B: {uri: b, params: {id: Int}, unique: [id], timeout: 3s, retry: {maxRetryCount: 1}}
                """,
                """
                endpoints:
                  A: {method: POST, uri: a, coalesce: true, idempotent: true}
                  B: {uri: b, params: {id: Int}, unique: {params: all, policy: cancelOld}, priority: high}
                """
            ) == [
                "new 4:3 other endpoints.A: `idempotent` is not what it was",
                "new 4:3 server+delivery endpoints.A.idempotencyKey: the key `Key` is not sent any more",
                "new 4:3 delivery endpoints.A.durable: it is gone: a durable queue does not keep tasks on disk any more",
                "new 4:3 delivery endpoints.A.unique: it was none and is `coalesce` by the whole request",
                "new 5:3 delivery endpoints.B.unique: it was `rejectNew` by `id` and is `cancelOld` by the whole request",
                "new 5:3 other endpoints.B: `priority` is not what it was",
                "new 5:3 other endpoints.B: `retry` is not what it was",
                "new 5:3 other endpoints.B: `timeout` is not what it was",
            ]
        )
    }

    @Test("a URL to follow in place of a uri is another request")
    func url() {
        #expect(
            differences(
                "endpoints: {A: {uri: \"{to}\", params: {to: String}}, B: {params: {to: {type: URL, in: url}}}}",
                "endpoints: {A: {params: {to: {type: URL, in: url}}}, B: {params: {to: {type: URL, in: url, secret: true}}}}"
            ) == [
                "new 3:26 callers endpoints.A.params.to: its type was `String` and is `URL`",
                "new 3:26 server endpoints.A.params.to: its place was the path and is the url",
                "new 3:67 other endpoints.B.params.to: `secret` is not what it was",
            ]
        )
    }
}
