/// A change of a spec, and code that uses what it becomes.
struct SpecChange {
    /// As the article on stability has it.
    var title: String
    var breaks: Bool
    var before: String
    var after: String
    /// The body of a function with a `queue`. `API` is the client.
    var use: String

    static let all = endpoints + shapes + statuses

    private static func change(_ title: String, breaks: Bool, _ before: String, _ after: String, _ use: String) -> Self
    {
        SpecChange(title: title, breaks: breaks, before: before, after: after, use: use)
    }

    // MARK: Endpoints and params

    private static func get(_ rest: String) -> String { "endpoints: {Get: {uri: x\(rest)}}\n" }

    private static let endpoints = [
        change(
            "a new endpoint or shape",
            breaks: false,
            get(""),
            "shapes: {S: {fields: {a: Int}}}\nendpoints: {Get: {uri: x}, List: {uri: y, response: S}}\n",
            "try await queue.run(API.Get())"
        ),
        change(
            "a new optional param, or one with a `default`, in any position",
            breaks: false,
            get(", params: {id: Int, page: Int}"),
            get(", params: {sort: String?, id: Int, size: {type: Int, default: 20}, page: Int, last: Int?}"),
            "_ = API.Get(id: 1, page: 2)"
        ),
        change(
            "a new required param",
            breaks: true,
            get(", params: {id: Int}"),
            get(", params: {id: Int, page: Int}"),
            "_ = API.Get(id: 1)"
        ),
        change(
            "params in another order",
            breaks: true,
            get(", params: {id: Int, page: Int}"),
            get(", params: {page: Int, id: Int}"),
            "_ = API.Get(id: 1, page: 2)"
        ),
        change(
            "another type, also from `T` to `T?` or back",
            breaks: true,
            get(", params: {id: Int}"),
            get(", params: {id: Int?}"),
            "let id: Int = API.Get(id: 1).id; _ = id"
        ),
        change(
            "another name of an endpoint, shape, param or field",
            breaks: true,
            get(", params: {id: Int}"),
            get(", params: {number: Int}"),
            "_ = API.Get(id: 1)"
        ),
        change(
            "a removed endpoint, shape, param or field",
            breaks: true,
            get(", params: {id: Int, page: Int?}"),
            get(", params: {id: Int}"),
            "_ = API.Get(id: 1, page: 2)"
        ),
        change(
            "another `default`",
            breaks: false,
            get(", params: {size: {type: Int, default: 20}}"),
            get(", params: {size: {type: Int, default: 50}}"),
            "_ = API.Get()"
        ),
        change(
            "another `uri`, `method`, `wireName`, `format`, `style` or `in`",
            breaks: false,
            get(", params: {since: Date?, tags: [String]}"),
            """
            endpoints:
              Get:
                method: POST
                uri: y
                params:
                  since: {type: Date?, format: unix, wireName: from}
                  tags: {type: [String], style: comma, in: header, wireName: X-Tags}

            """,
            "_ = API.Get(tags: [])"
        ),
        change(
            "another `baseURL`",
            breaks: false,
            "baseURL: https://a.example.com\n" + get(""),
            "baseURL: {live: https://b.example.com}\n" + get(""),
            "_ = (API.Get(), API.api.baseURL)"
        ),
        change(
            "other `retry`, `timeout`, `deadline`, `priority` or `expires`",
            breaks: false,
            get(", retry: {maxRetryCount: 1}, timeout: 10s"),
            get(", retry: {maxRetryCount: 5, interval: 3s}, deadline: 60s, priority: high, expires: 1h"),
            "_ = (API.Get(), API.Get.endpoint.settings)"
        ),
        change(
            "`unique` or `coalesce`",
            breaks: false,
            get(", params: {id: Int}"),
            get(", params: {id: Int}, unique: [id]"),
            "_ = API.Get(id: 1)"
        ),
        change(
            "another scheme in `auth`",
            breaks: false,
            "auth: {token: bearer}\n" + get(", auth: token"),
            "auth: {login: basic, token: bearer}\n" + get(", auth: token"),
            "_ = API.authentication(token: nil)"
        ),
        change(
            "an endpoint that names a scheme of `auth`",
            breaks: false,
            "auth: {token: bearer}\n" + get(""),
            "auth: {token: bearer}\n" + get(", auth: token"),
            "try await queue.run(API.Get())"
        ),
        change("`deprecated`", breaks: false, get(""), get(", deprecated: use List"), "_ = API.Get()"),
        change(
            "`secret: true`",
            breaks: false,
            get(", params: {token: String}"),
            get(", params: {token: {type: String, secret: true}}"),
            "_ = API.Get(token: \"\").token"
        ),
    ]

    // MARK: What replies and requests hold

    private static func get(shape: String) -> String {
        "shapes: {S: {\(shape)}}\nendpoints: {Get: {uri: x, response: S}}\n"
    }

    private static let overCases = """
        switch try await queue.run(API.Get()) {
            case .open, .done: break
            case .unknown: break
            }
        """
    private static let overClosedCases = """
        switch try await queue.run(API.Get()) {
            case .open, .done: break
            }
        """

    private static let shapes = [
        change(
            "a new optional field, or one with a `default`",
            breaks: false,
            get(shape: "fields: {id: Int, title: String}"),
            get(shape: "fields: {id: Int, note: String?, size: {type: Int, default: 0}, title: String}"),
            "_ = API.S(id: 1, title: \"\")"
        ),
        change(
            "a new required field",
            breaks: true,
            get(shape: "fields: {id: Int}"),
            get(shape: "fields: {id: Int, title: String}"),
            "_ = API.S(id: 1)"
        ),
        change(
            "another value of an `enum`",
            breaks: true,
            get(shape: "enum: [open, done]"),
            get(shape: "enum: [open, done, archived]"),
            overCases
        ),
        change(
            "another value of an `enum` with `closed: true`",
            breaks: true,
            get(shape: "enum: [open, done], closed: true"),
            get(shape: "enum: [open, done, archived], closed: true"),
            overClosedCases
        ),
        change(
            "`closed: true` added or removed",
            breaks: true,
            get(shape: "enum: [open, done]"),
            get(shape: "enum: [open, done], closed: true"),
            "let known: API.S = API.S(rawValue: \"open\"); _ = known"
        ),
        change(
            "another type in `oneOf`",
            breaks: true,
            get(shape: "oneOf: [Int, String]"),
            get(shape: "oneOf: [Int, Bool, String]"),
            """
            switch try await queue.run(API.Get()) {
                case .int: break
                case .string: break
                }
            """
        ),
        change(
            "more `conformances`",
            breaks: false,
            get(shape: "fields: {id: Int}"),
            get(shape: "fields: {id: Int}, conformances: [Hashable]"),
            "_ = API.S(id: 1)"
        ),
        change(
            "fewer `conformances`",
            breaks: true,
            get(shape: "fields: {id: Int}, conformances: [Hashable]"),
            get(shape: "fields: {id: Int}"),
            "_ = API.S(id: 1) == API.S(id: 2)"
        ),
        change(
            "the last endpoint that reads a shape, or sends it, is gone",
            breaks: true,
            "shapes: {S: {fields: {id: Int}}}\n"
                + "endpoints: {Get: {uri: x, response: S}, Put: {method: PUT, uri: x, body: S}}\n",
            "shapes: {S: {fields: {id: Int}}}\nendpoints: {Get: {uri: x, response: S}}\n",
            "_ = API.S(id: 1) as any ParameterPackable"
        ),
    ]

    // MARK: Statuses

    private static let bodies = "shapes: {S: {fields: {a: Int}}, T: {fields: {b: Int}}}\n"

    private static func get(errors: String) -> String { bodies + get(", errors: {\(errors)}") }
    private static func get(response: String) -> String { bodies + get(", response: \(response)") }

    private static let overStatuses = """
        switch try await queue.run(API.Get()) {
            case .ok, .accepted: break
            }
        """

    private static let statuses = [
        change(
            "the first entry in `errors`",
            breaks: true,
            bodies + get(""),
            get(errors: "404: S"),
            "do throws(NetTaskError<Never>) { try await queue.run(API.Get()) } catch {}"
        ),
        change(
            "another status in `errors`, with a type that `errors` already has",
            breaks: false,
            get(errors: "404: S"),
            get(errors: "404: S, 409: S"),
            "do { try await queue.run(API.Get()) } catch .status(.notFound, let body?) { _ = body.a }"
        ),
        change(
            "another type in `errors`",
            breaks: true,
            get(errors: "404: S"),
            get(errors: "404: S, 409: T"),
            "do { try await queue.run(API.Get()) } catch .status(.notFound, let body?) { _ = body.a }"
        ),
        change(
            "a map of statuses as `response`",
            breaks: true,
            get(response: "S"),
            get(response: "{200: S, 202: T}"),
            "_ = try await queue.run(API.Get()).a"
        ),
        change(
            "a map of media types as `response`",
            breaks: true,
            get(response: "S"),
            get(response: "{application/json: S, text/csv: String}"),
            "_ = try await queue.run(API.Get()).a"
        ),
        change(
            "another status in such a map",
            breaks: true,
            get(response: "{200: S, 202: T}"),
            get(response: "{200: S, 202: T, 204: none}"),
            overStatuses
        ),
        change(
            "the first of the `headers` of a `response`",
            breaks: true,
            get(response: "S"),
            get(response: "{type: S, headers: {etag: String?}}"),
            "_ = try await queue.run(API.Get()).a"
        ),
        change(
            "the first of the `headers` of a status",
            breaks: true,
            get(response: "{200: S, 202: S}"),
            get(response: "{200: S, 202: {type: S, headers: {etag: String?}}}"),
            "if case .accepted(let body) = try await queue.run(API.Get()) { _ = body.a }"
        ),
        change(
            "another optional one of these `headers`",
            breaks: false,
            get(response: "{type: S, headers: {etag: String?}}"),
            get(response: "{type: S, headers: {etag: String?, left: Int?}}"),
            "_ = API.Get.Response(body: API.S(a: 1), etag: nil)"
        ),
    ]
}
