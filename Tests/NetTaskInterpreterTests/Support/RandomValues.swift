import Foundation
import NetTaskTesting

@testable import NetTaskSpec

/// Values of the types of a spec, made at random: examples, which become Swift and interpreted values, and JSON for replies.
struct RandomValues {
    let shapes: [String: Shape]
    var random: SeededRandom

    /// What means something in a URL, a form, a header or JSON.
    static let texts = [
        "", "a", "Ada Lovelace", "a&b=c+d", "x/y?z#", "\"quoted\" \\ back", "ü 😀", "100%", "[1]", "null", "{}",
        "a,b;c|d",
        "line\nbreak", "<&>'",
    ]
    /// Those that can stand in a header, a cookie or a path.
    static let plainTexts = ["a", "Ada", "x-1", "100", "b.c", "A_B~"]

    init(_ spec: Spec, seed: UInt64) {
        shapes = spec.shapesByName
        random = SeededRandom(seed: seed)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    // MARK: Examples

    /// Of all that the task of an endpoint must be given, and of some that it may be.
    mutating func example(of endpoint: Endpoint) -> Example {
        members(endpoint.members, 0)
    }

    private mutating func members(_ fields: [Field], _ depth: Int) -> Example {
        var members: [Example.Member] = []
        for field in fields {
            let mayLack = field.canBeMissing || field.isNullable && field.type.isOptional
            // Where a shape contains itself there has to be an end.
            if mayLack, depth > 2 || chance(40) { continue }
            if field.isNullable, chance(30) {
                members.append(Example.Member(name: field.name.swift, value: .null))
                continue
            }
            let isPlain = [.header, .cookie, .path].contains(field.location)
            let value = example(of: field.type.unwrapped, isPlain: isPlain, depth + 1)
            members.append(Example.Member(name: field.name.swift, value: value))
        }
        return .members(members)
    }

    private mutating func example(of type: TypeReference, isPlain: Bool, _ depth: Int) -> Example {
        switch type {
        case .scalar(let scalar): return scalarExample(scalar, isPlain)
        case .optional(let wrapped):
            return chance(25) ? .null : example(of: wrapped, isPlain: isPlain, depth)
        case .array(let element):
            let count = depth > 3 ? 0 : below(4)
            return .list((0..<count).map { _ in example(of: element, isPlain: isPlain, depth + 1) })
        case .dictionary(let value):
            let count = depth > 3 ? 0 : below(3)
            return .members(
                (0..<count).map { index in
                    Example.Member(
                        name: "k\(index)\(pick(["", " &", "ü"]))",
                        value: example(of: value, isPlain: isPlain, depth + 1)
                    )
                }
            )
        case .shape(let name):
            switch shapes[name]?.kind {
            case .object(let fields)?: return members(fields, depth + 1)
            case .enumeration(let cases)?: return .value(.enumerationCase(pick(cases).name.swift))
            case .alternatives(let alternatives)?:
                // The first cases of a shape that contains itself are those without it.
                let one = depth > 3 ? alternatives.cases[0] : pick(alternatives.cases)
                let value = example(of: one.type, isPlain: isPlain, depth + 1)
                return .members([Example.Member(name: one.name.swift, value: value)])
            case .custom?, nil: return .null
            }
        }
    }

    private mutating func scalarExample(_ scalar: TypeReference.Scalar, _ isPlain: Bool) -> Example {
        switch scalar {
        case .bool: return .value(.bool(chance(50)))
        case .string: return .value(.string(pick(isPlain ? Self.plainTexts : Self.texts)))
        case .double, .float: return .value(.number(pick(["0.5", "-3.25", "1e20", "0.1", "2.0"])))
        case .decimal: return .value(.number(pick(["12.50", "-0.001", "7.0"])))
        case .date: return .value(pick([.integer(1_795_244_400), .integer(0), .number("1700000000.5")]))
        case .url: return .value(.string(pick(["https://example.com/a?b=c", "http://localhost:1/x%20y"])))
        case .uuid: return .value(.string("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
        case .data: return .value(.string(Data(pick(["", "hi", "ü?>~~"]).utf8).base64EncodedString()))
        case .file: return .value(.string(pick(["text", "--\r\n"])))
        case .jsonValue:
            return .value(.json(pick([.string("a b"), .integer(-5), .number("0.25"), .bool(true)])))
        default:
            guard let (bits, isSigned) = scalar.integerBits else { return .value(.integer(1)) }
            if bits == 64, !isSigned, chance(30) { return .value(.unsigned(.max)) }
            let largest = Int.max >> (63 - min(bits, 64) + (isSigned ? 1 : 0) + (bits == 64 && !isSigned ? 1 : 0))
            return .value(.integer(pick([0, 1, 100, largest, isSigned ? -7 : 7])))
        }
    }

    // MARK: Replies

    /// JSON by fields, with faults in some of it.
    mutating func object(_ fields: [Field], faults: Int = 3) -> JSONTree {
        var tree = JSONTree.object([])
        for field in fields where field.isRead {
            if field.isInline {
                tree.merge(json(of: field.type, field.format, faults))
            } else if let value = member(field, faults) {
                tree.set(value, at: field.path[...])
            }
        }
        if chance(20) { tree.set(.raw("[{\"deep\": [1, {}]}]"), at: ["somethingElse"]) }
        if chance(30) { tree.shuffle(&random) }
        return tree
    }

    private mutating func member(_ field: Field, _ faults: Int) -> JSONTree? {
        let mayLack = field.canBeMissing || field.isNullable
        if mayLack, chance(30) { return field.isNullable || chance(50) ? .raw("null") : nil }
        if chance(faults) { return chance(50) ? nil : .raw(pick(["null", "\"no\"", "17", "[]", "{}", "1.5", "true"])) }
        return json(of: field.type.unwrapped, field.format, faults)
    }

    mutating func json(of type: TypeReference, _ format: Field.Format?, _ faults: Int, _ depth: Int = 0) -> JSONTree {
        switch type {
        case .scalar(let scalar): return .raw(scalarJSON(scalar, format))
        case .optional(let wrapped): return chance(30) ? .raw("null") : json(of: wrapped, format, faults, depth)
        case .array(let element):
            return .array((0..<(depth > 3 ? 0 : below(4))).map { _ in json(of: element, format, faults, depth + 1) })
        case .dictionary(let value):
            return .object(
                (0..<(depth > 3 ? 0 : below(3))).map { ("k\($0)", json(of: value, format, faults, depth + 1)) }
            )
        case .shape(let name):
            switch shapes[name]?.kind {
            case .object(let fields)?:
                return depth > 4 ? .object([]) : limited(fields, faults, depth)
            case .enumeration(let cases)?:
                if chance(10) { return .raw(cases[0].value.isInteger ? "99" : "\"not listed\"") }
                switch pick(cases).value {
                case .string(let text): return .raw(JSONTree.quoted(text))
                case .integer(let number): return .raw("\(number)")
                }
            case .alternatives(let alternatives)?:
                let one = pick(alternatives.cases)
                var tree = json(of: one.type, format, faults, depth + 1)
                if let name = alternatives.discriminator, let value = one.values.randomElement(using: &random) {
                    let text = value.isInteger ? value.text : JSONTree.quoted(value.text)
                    if !chance(10) { tree.set(.raw(chance(5) ? "\"unheard\"" : text), at: [name]) }
                }
                return tree
            case .custom?, nil: return .raw("null")
            }
        }
    }

    private mutating func limited(_ fields: [Field], _ faults: Int, _ depth: Int) -> JSONTree {
        var tree = JSONTree.object([])
        for field in fields where field.isRead {
            let mayLack = field.canBeMissing || field.isNullable && field.type.isOptional
            if mayLack, depth > 2 || chance(30) { continue }
            if field.isNullable, chance(30) {
                tree.set(.raw("null"), at: field.path[...])
            } else if chance(faults) {
                tree.set(.raw(pick(["null", "\"no\"", "17", "[]", "{}"])), at: field.path[...])
            } else {
                let value = json(of: field.type.unwrapped, field.format, faults, depth + 1)
                if field.isInline { tree.merge(value) } else { tree.set(value, at: field.path[...]) }
            }
        }
        return tree
    }

    private mutating func scalarJSON(_ scalar: TypeReference.Scalar, _ format: Field.Format?) -> String {
        let quote = format == .string && chance(80) ? "\"" : ""
        switch scalar {
        case .bool: return pick(["true", "false"])
        case .string: return JSONTree.quoted(pick(Self.texts))
        case .double, .float, .decimal: return quote + pick(["0.5", "-3", "1e3", "12.50"]) + quote
        case .date: return dateJSON(format)
        case .url: return "\"https://example.com/a?b=c\""
        case .uuid: return "\"6ba7b810-9dad-11d1-80b4-00c04fd430c8\""
        case .data: return format == .base64url ? "\"_-8\"" : "\"aGk=\""
        case .file: return "null"
        case .jsonValue: return pick(["null", "1.0", "\"x\"", "[1, {\"a\": null}]", "{\"b\": 1, \"a\": []}"])
        default: return quote + pick(["0", "7", "100", "1.0"]) + quote
        }
    }

    private mutating func dateJSON(_ format: Field.Format?) -> String {
        switch format {
        case .unix: pick(["1795244400", "0.5"])
        case .milliseconds: "1795244400123"
        case .microseconds: "1795244400123456"
        case .date: "\"2026-11-21\""
        case .http: "\"Sat, 21 Nov 2026 07:00:00 GMT\""
        case .sql: "\"2026-11-21 07:00:00\""
        case .rfc2822: "\"Sat, 21 Nov 2026 07:00:00 +0000\""
        case .basic: "\"20261121T070000Z\""
        default:
            pick([
                "\"2026-11-21T07:00:00Z\"", "\"2026-11-21T08:00:00.25+01:00\"", "\"2026-11-21T07:00:00.999811Z\"",
            ])
        }
    }

    // MARK: Whole replies

    mutating func replies(to endpoint: Endpoint) -> [CannedReply] {
        var replies: [CannedReply] = []
        for _ in 0..<2 {
            switch endpoint.response {
            case .contents(let contents):
                let content = pick(contents)
                let type = chance(10) ? "text/html" : content.mediaType.replacing("*", with: "png")
                var reply = reply(200, Endpoint.Response(content.type), nil, [])
                reply.headers.append(["Content-Type", type + pick(["", "; charset=utf-8"])])
                replies.append(reply)
            case .statuses(let bodies):
                let body = pick(bodies)
                let status = status(body.status, others: 206)
                replies.append(reply(status, body.response, body.format, body.headers))
            default:
                replies.append(reply(200, endpoint.response, endpoint.responseFormat, endpoint.responseHeaders))
            }
        }
        if !endpoint.errors.isEmpty {
            let error = pick(endpoint.errors)
            replies.append(reply(status(error.status, others: 503), error.response, error.format, error.headers))
        }
        replies.append(CannedReply(status: pick([204, 299, 404, 418, 500]), body: pick(["", "{}", "[]", "oops"])))
        return replies
    }

    private mutating func status(_ key: StatusKey, others: Int) -> Int {
        switch key {
        case .code(let code): code
        case .hundred(let digit): digit * 100 + pick([6, 18])
        case .others: others
        }
    }

    private mutating func reply(
        _ status: Int,
        _ response: Endpoint.Response,
        _ format: Field.Format?,
        _ headers: [Field]
    ) -> CannedReply {
        let body: String
        switch response {
        case .none, .contents, .statuses, .elements: body = ""
        case .text, .data, .file: body = pick(["", "text", "ü"])
        case .fields(let fields): body = object(fields).text
        case .json(let type, let path):
            var tree = json(of: type, format, 3)
            if !path.isEmpty {
                var outer = JSONTree.object([])
                if !chance(10) { outer.set(tree, at: path[...]) }
                tree = outer
            }
            body = chance(5) ? "" : tree.text
        }
        var reply = CannedReply(status: status, headers: [], body: body)
        for header in headers where !chance(header.canBeMissing ? 40 : 5) {
            let isList = if case .array = header.type.unwrapped { true } else { false }
            let type = if case .array(let element) = header.type.unwrapped { element } else { header.type.unwrapped }
            for _ in 0..<(isList ? 1 + below(2) : 1) {
                var value = json(of: type, header.format ?? (type == .scalar(.date) ? .http : nil), 0).text
                if value.hasPrefix("\"") { value = String(value.dropFirst().dropLast()) }
                value = chance(5) ? "no" : value
                let isPlain = value.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x5C && $0 != 0x22 }
                reply.headers.append([header.wireName, isPlain && !value.isEmpty ? value : "plain"])
            }
        }
        return reply
    }
}

/// JSON as a tree that keeps the order of its members.
indirect enum JSONTree {
    case raw(String)
    case array([JSONTree])
    case object([(String, JSONTree)])

    static func quoted(_ text: String) -> String {
        let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    var text: String {
        switch self {
        case .raw(let text): text
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.0)): \($0.1.text)" }.joined(separator: ", "))}"
        }
    }

    mutating func set(_ value: JSONTree, at path: ArraySlice<String>) {
        guard case .object(var members) = self, let name = path.first else { return }
        let index = members.firstIndex { $0.0 == name }
        if path.count == 1 {
            if let index { members[index].1 = value } else { members.append((name, value)) }
        } else {
            var inner = index.map { members[$0].1 } ?? .object([])
            if case .object = inner {} else { inner = .object([]) }
            inner.set(value, at: path.dropFirst())
            if let index { members[index].1 = inner } else { members.append((name, inner)) }
        }
        self = .object(members)
    }

    mutating func merge(_ other: JSONTree) {
        guard case .object(let members) = other else { return }
        for (name, value) in members { set(value, at: [name]) }
    }

    mutating func shuffle(_ random: inout SeededRandom) {
        if case .object(let members) = self { self = .object(members.shuffled(using: &random)) }
    }
}
