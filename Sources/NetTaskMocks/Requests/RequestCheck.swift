import Foundation
import HTTPTypes

/// A request that was compared with its endpoint.
struct CheckedRequest {
    var endpoint: MockEndpoint
    /// The decoded values of the variables of the path.
    var path: [String: String]
    var query: [FormPair]
    var headers: HTTPFields
    /// The body as JSON; `nil` without a body or if it is text or bytes.
    var body: JSONValue?
    var problems: [RequestProblem] = []
    /// The names in the query that the endpoint does not have.
    var unknownNames: [String] = []

    /// The value of a param of the query.
    func value(_ name: String) -> String? { query.last { $0.name == name }?.value }
}

/// A part of a request that does not match the spec.
struct RequestProblem {
    /// `path`, `query`, `header`, `cookie` or `body`.
    var location: String
    var problem: MockProblem
}

/// Compares requests with their endpoints.
struct RequestCheck {
    private let checker: MockChecker
    private let form: TypedForm
    /// The names of credentials in the query.
    private let credentials: [String]

    init(_ description: MockDescription, _ form: TypedForm) {
        checker = MockChecker(description.shapes)
        self.form = form
        credentials = description.auth.values.filter { $0.location == .query }.map(\.name)
    }

    func check(_ request: MockRequest, _ match: MockRouter.Match, _ query: [FormPair]) -> CheckedRequest {
        var checked = CheckedRequest(
            endpoint: match.endpoint,
            path: match.values,
            query: FormPair.withBrackets(
                query,
                in: match.endpoint.params.filter { $0.location == .query && $0.style == "numbered" }.map(\.name)
            ),
            headers: request.headers
        )
        let cookies = FormPair.cookies(request.headers)
        for param in match.endpoint.params {
            switch param.location {
            case .path: checkText(match.values[param.name].map { [$0] } ?? [], of: param, &checked)
            case .query: checkQuery(param, &checked)
            case .header:
                let values = HTTPField.Name(param.name).map { request.headers[values: $0] } ?? []
                checkText(values, of: param, &checked)
            case .cookie: checkText(cookies.filter { $0.name == param.name }.map(\.value), of: param, &checked)
            }
        }
        findUnknownNames(&checked)
        readBody(request, &checked)
        return checked
    }

    // MARK: Params

    private func checkQuery(_ param: MockParam, _ checked: inout CheckedRequest) {
        let own = checked.query.filter { FormTree.steps(of: $0.name).first == param.name }
        let type = form.unwrapped(param.type)
        if own.isEmpty {
            guard param.isRequired else { return }
            let nothing = form.valueOfNothing(type)
            let isValid = nothing.map { checker.problems(in: $0, as: type, at: "", in: .request).isEmpty } ?? false
            if !isValid { checked.add(missing(param)) }
            return
        }
        let isNested = own.contains { FormTree.steps(of: $0.name).count > 2 }
        switch type {
        case .any: checkText(own.map(\.value), of: param, &checked)
        case .list where !isNested: checkText(own.map(\.value), of: param, &checked)
        case .list, .dictionary, .object, .choice:
            guard case .members(let members) = FormTree(own), let tree = members.first?.tree else { return }
            // An object in a query can also be written as its JSON.
            if case .texts = tree { return }
            let value = form.value(tree, as: param.type)
            let problems = checker.problems(in: value, as: param.type, at: param.name, in: .request)
            for problem in problems { checked.add(RequestProblem(location: "query", problem: problem)) }
        default: checkText(own.map(\.value), of: param, &checked)
        }
    }

    /// Checks the texts of a single value, or of a list.
    private func checkText(_ given: [String], of param: MockParam, _ checked: inout CheckedRequest) {
        guard !given.isEmpty else {
            if param.isRequired { checked.add(missing(param)) }
            return
        }
        var texts = given
        var type = param.type
        if case .list(let element, let constraints) = form.unwrapped(param.type) {
            type = element
            texts = given.flatMap { split($0, param) }
            let list = MockType.list(.any, constraints)
            let values = JSONValue.array(texts.map { .string($0) })
            let problems = checker.problems(in: values, as: list, at: param.name, in: .request)
            for problem in problems { checked.add(RequestProblem(location: param.location.rawValue, problem: problem)) }
        } else if texts.count > 1, param.location != .header {
            let problem = MockProblem(path: param.name, found: "\(texts.count) values", expected: "one value")
            checked.add(RequestProblem(location: param.location.rawValue, problem: problem))
        }
        for text in texts where !(text.isEmpty && isNullable(type)) {
            for problem in checker.problems(inText: text, as: type, at: param.name, isSecret: param.isSecret) {
                checked.add(RequestProblem(location: param.location.rawValue, problem: problem))
            }
        }
    }

    private func split(_ text: String, _ param: MockParam) -> [String] {
        let separator: Character? =
            switch param.style {
            case "comma": ","
            case "space": " "
            case "pipe": "|"
            default: param.location == .header || param.location == .path ? "," : nil
            }
        guard let separator else { return [text] }
        return text.split(separator: separator, omittingEmptySubsequences: false).map {
            param.location == .header ? $0.trimmingCharacters(in: .whitespaces) : String($0)
        }
    }

    private func isNullable(_ type: MockType) -> Bool {
        if case .nullable = form.resolved(type) { true } else { false }
    }

    private func missing(_ param: MockParam) -> RequestProblem {
        let problem = MockProblem(path: param.name, found: "nothing", expected: "a value")
        return RequestProblem(location: param.location.rawValue, problem: problem)
    }

    private func findUnknownNames(_ checked: inout CheckedRequest) {
        let fixed = checked.endpoint.path.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        let known =
            checked.endpoint.params.filter { $0.location == .query }.map(\.name)
            + FormPair.pairs(of: fixed).map(\.name)
        for pair in checked.query {
            let name = FormTree.steps(of: pair.name)[0]
            if !known.contains(name), !credentials.contains(name), !checked.unknownNames.contains(name) {
                checked.unknownNames.append(name)
            }
        }
    }

    // MARK: The body

    private func readBody(_ request: MockRequest, _ checked: inout CheckedRequest) {
        let bodies = checked.endpoint.bodies
        guard !bodies.isEmpty else { return }
        let header = request.headers[.contentType] ?? ""
        let given = Self.essence(header)
        // A form with nothing in it is empty.
        if request.body.isEmpty, !checked.endpoint.needsBody || given != "application/x-www-form-urlencoded" {
            if checked.endpoint.needsBody { checked.add(found: "no body", expected: "a body") }
            return
        }
        let names = bodies.map(\.mediaType)
        guard let body = bodies.first(where: { Self.matches(given, $0.mediaType) }) ?? (given.isEmpty ? bodies[0] : nil)
        else {
            let expected = names.map { $0.isEmpty ? "any" : $0 }.joined(separator: " or ")
            return checked.add(found: "the content type \(given)", expected: expected)
        }
        let type = form.unwrapped(body.type)
        switch type {
        case .file: return
        default: break
        }
        switch given {
        case "application/x-www-form-urlencoded":
            var pairs = FormPair.pairs(of: String(decoding: request.body, as: UTF8.self))
            if case .object(let fields, _) = type {
                let numbered = form.flattened(fields).filter { $0.style == "numbered" }
                pairs = FormPair.withBrackets(pairs, in: numbered.map(\.name))
            }
            checkBody(form.value(FormTree(pairs), as: body.type), body.type, &checked)
        case "multipart/form-data":
            guard
                let parts = FormPart.parts(of: request.body, boundary: FormPart.parameter("boundary", of: header) ?? "")
            else { return checked.add(found: "a body without valid parts", expected: "multipart/form-data") }
            checkParts(parts, body.type, &checked)
        case _ where given.hasSuffix("json") || given.isEmpty:
            do {
                checkBody(try JSONValue(json: request.body), body.type, &checked)
            } catch {
                let reason = (error as? ParseError)?.reason ?? "\(error)"
                checked.add(found: "a body that is not JSON: \(reason)", expected: "JSON")
            }
        default: return
        }
    }

    private func checkParts(_ parts: [FormPart], _ type: MockType, _ checked: inout CheckedRequest) {
        var members: [String: JSONValue] = [:]
        var pairs: [FormPair] = []
        for part in parts {
            if part.isFile {
                members[part.name] = .string("(\(part.content.count) bytes)")
            } else if Self.essence(part.mediaType).hasSuffix("json"), let json = try? JSONValue(json: part.content) {
                members[part.name] = json
            } else {
                pairs.append(FormPair(name: part.name, value: String(decoding: part.content, as: UTF8.self)))
            }
        }
        guard case .object(let texts) = form.value(FormTree(pairs), as: type) else { return }
        var object = texts.merging(members) { $1 }
        if case .object(let fields, _) = form.unwrapped(type) {
            for field in form.flattened(fields) {
                guard case .list = form.unwrapped(field.type), let part = members[field.name] else { continue }
                if case .array = part { continue }
                object[field.name] = .array([part])
            }
        }
        checkBody(.object(object), type, &checked)
    }

    private func checkBody(_ value: JSONValue, _ type: MockType, _ checked: inout CheckedRequest) {
        checked.body = value
        for problem in checker.problems(in: value, as: type, at: "", in: .request) {
            checked.add(RequestProblem(location: "body", problem: problem))
        }
    }

    /// The media type without parameters, in lowercase.
    static func essence(_ mediaType: String) -> String {
        mediaType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    static func matches(_ given: String, _ mediaType: String) -> Bool {
        let expected = essence(mediaType)
        if expected == given || expected.isEmpty || expected == "*/*" { return true }
        if expected.hasSuffix("/*") { return given.hasPrefix(expected.dropLast()) }
        return given.hasSuffix("+json") && expected == "application/json"
    }
}

extension CheckedRequest {
    mutating func add(_ problem: RequestProblem) {
        if problems.count < 20 { problems.append(problem) }
    }

    mutating func add(found: String, expected: String) {
        add(RequestProblem(location: "body", problem: MockProblem(path: "", found: found, expected: expected)))
    }
}
