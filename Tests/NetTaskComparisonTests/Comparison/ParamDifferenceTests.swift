import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// What tasks are made with and send.
@Suite struct ParamDifferenceTests {
    @Test("a param without a value of its own breaks callers, others only add")
    func added() {
        #expect(
            differences(
                """
                endpoints: {List: {uri: posts}}
                """,
                """
                endpoints:
                  List:
                    uri: posts
                    params:
                      page: Int
                      order: String?
                      limit: {type: Int, default: 10}
                """
            ) == [
                "new 7:7 callers endpoints.List.params.page: it is new; `init` has to be given it",
                "new 8:7 additive endpoints.List.params.order: it is new",
                "new 9:7 additive endpoints.List.params.limit: it is new",
            ]
        )
    }

    @Test("a param that is gone breaks callers, and the server where it was always sent")
    func gone() {
        #expect(
            differences(
                """
                endpoints:
                  List:
                    uri: posts
                    params: {page: Int, order: String?, note: {type: String, ignored: true}, version: Int}
                """,
                """
                endpoints: {List: {uri: posts, constants: {version: 2}}}
                """
            ) == [
                "old 6:14 callers+server endpoints.List.params.page: it is gone, and not sent any more",
                "old 6:25 callers endpoints.List.params.order: it is gone",
                "old 6:41 callers endpoints.List.params.note: it is gone",
                "old 6:78 callers endpoints.List.params.version: it is gone",
                "new 3:13 additive endpoints.List.constants.version: it is new: `2` is always sent",
            ]
        )
    }

    @Test("another type breaks callers, and the server where it may not take what is sent")
    func types() {
        #expect(
            differences(
                """
                endpoints:
                  Get:
                    uri: posts/{id}
                    params: {id: Int, a: String, b: Int?, c: Int, d: [Int], e: Int32}
                """,
                """
                endpoints:
                  Get:
                    uri: posts/{id}
                    params: {id: UUID, a: Int, b: Int, c: Int?, d: [String], e: Int}
                """
            ) == [
                "new 6:14 callers+server endpoints.Get.params.id: its type was `Int` and is `UUID`; "
                    + "the server does not expect that",
                "new 6:24 callers endpoints.Get.params.a: its type was `String` and is `Int`",
                "new 6:32 callers endpoints.Get.params.b: its type was `Int?` and is `Int`; `init` has to be given it",
                "new 6:40 callers+server endpoints.Get.params.c: its type was `Int` and is `Int?`; "
                    + "a request can be without it",
                "new 6:49 callers+server endpoints.Get.params.d: its type was `[Int]` and is `[String]`; "
                    + "the server does not expect that",
                "new 6:62 callers+server endpoints.Get.params.e: its type was `Int32` and is `Int`; "
                    + "the server does not expect that",
            ]
        )
    }

    @Test("a default that is gone or another one breaks callers; the first one of what had to be given only adds")
    func defaults() {
        #expect(
            differences(
                """
                shapes: {Order: {enum: [asc, desc]}}
                endpoints:
                  List:
                    uri: posts
                    params:
                      a: {type: Int, default: 1}
                      b: {type: Int, default: 1}
                      c: Int
                      d: Int?
                      e: {type: Order, default: asc}
                """,
                """
                shapes: {Order: {enum: {ascending: asc, desc: desc}}}
                endpoints:
                  List:
                    uri: posts
                    params:
                      a: Int
                      b: {type: Int, default: 2}
                      c: {type: Int, default: 1}
                      d: {type: Int?, default: 1}
                      e: {type: Order, default: ascending}
                """
            ) == [
                "new 3:25 callers shapes.Order.enum.ascending: it was renamed: its name was `asc` and is `ascending`",
                "new 8:7 callers endpoints.List.params.a: its default was `1` and is none; `init` has to be given it",
                "new 9:7 callers endpoints.List.params.b: its default was `1` and is `2`",
                "new 10:7 additive endpoints.List.params.c: its default was none and is `1`",
                "new 11:7 callers endpoints.List.params.d: its default was none and is `1`",
            ]
        )
    }

    @Test("what is sent in another way breaks the server")
    func wire() {
        #expect(
            differences(
                """
                endpoints:
                  List:
                    uri: posts
                    params:
                      userId: Int?
                      since: Date?
                      tags: {type: [String], style: numbered}
                      trace: String?
                      header: {type: String, in: header, wireName: X-A}
                      token: {type: String, transform: hashed}
                """,
                """
                endpoints:
                  List:
                    uri: posts
                    params:
                      userId: {type: Int?, wireName: userId}
                      since: {type: Date?, format: unix}
                      tags: {type: [String], style: comma}
                      trace: {type: String?, in: header}
                      header: {type: String, in: header, wireName: x-a}
                      token: {type: String, transform: signed}
                """
            ) == [
                "new 7:7 server endpoints.List.params.userId: its name on the wire was `user_id` and is `userId`",
                "new 8:7 server endpoints.List.params.since: its `format` was `iso8601` and is `unix`",
                "new 9:7 server endpoints.List.params.tags: its `style` was `numbered` and is `comma`",
                "new 10:7 server endpoints.List.params.trace: its place was the query and is the header",
                "new 12:7 server endpoints.List.params.token: its `transform` was `hashed` and is `signed`",
            ]
        )
    }

    @Test("the order of params is that of the arguments")
    func order() {
        #expect(
            differences(
                "endpoints: {List: {uri: posts, params: {a: Int, b: Int, c: Int}}}",
                "endpoints: {List: {uri: posts, params: {a: Int, x: Int?, c: Int, b: Int}}}"
            ) == [
                "new 3:49 additive endpoints.List.params.x: it is new",
                "new 3:58 callers endpoints.List.params.c: it stands before `b` among the arguments of `init` now",
            ]
        )
    }

    @Test("what is ignored now is not sent any more")
    func ignored() {
        #expect(
            differences(
                "endpoints: {List: {uri: posts, params: {a: Int, b: Int?, c: Int}, ignored: [c]}}",
                "endpoints: {List: {uri: posts, params: {a: Int, b: Int?, c: Int}, ignored: [a, b]}}"
            ) == [
                "new 3:41 callers+server endpoints.List.params.a: it is not sent any more",
                "new 3:49 callers endpoints.List.params.b: it is not sent any more",
                "new 3:58 additive endpoints.List.params.c: it was not sent, and is",
            ]
        )
    }

    @Test("a param of another name and the same name on the wire was renamed, and a variable of the uri too")
    func renamed() {
        #expect(
            differences(
                "endpoints: {Get: {uri: 'posts/{id}', params: {id: Int, page: Int?}}}",
                "endpoints: {Get: {uri: 'posts/{post}', params: {post: Int, number: {type: Int?, wireName: page}}}}"
            ) == [
                "new 3:49 callers endpoints.Get.params.post: it was renamed: its name was `id` and is `post`",
                "new 3:60 callers endpoints.Get.params.number: it was renamed: its name was `page` and is `number`",
            ]
        )
    }
}
