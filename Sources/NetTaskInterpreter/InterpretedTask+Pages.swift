package import NetTaskHTTP
import NetTaskSpec
import NetTaskStreams

/// Where the next page of a list is.
package enum InterpretedNextPage: Sendable, Equatable {
    /// A param, by its name in the spec, has this value for the next page.
    case param(String, String)
    /// The next page has this URL.
    case url(String)
}

extension InterpretedTask {
    /// Returns what generated code finds as the next page; nil after the last one.
    ///
    /// - Parameters:
    ///   - response: the value that was read from the reply.
    ///   - reply: the reply.
    package func nextPage(after response: SpecValue, of reply: HTTPReply) -> InterpretedNextPage? {
        guard let pages = endpoint.pages else { return nil }
        if let more = pages.more, text(at: more, of: response) == "false" { return nil }
        switch pages.form {
        case .link:
            return reply.link("next").map { .url(reply.wholeURL($0)) }
        case .url(let path):
            guard let url = text(at: path, of: response), !url.isEmpty else { return nil }
            return .url(reply.wholeURL(url))
        case .cursor(let name, let path):
            guard let cursor = text(at: path, of: response), !cursor.isEmpty else { return nil }
            return .param(name, cursor)
        case .page(let name, let limit):
            return isLast(pages, limit, response) ? nil : .param(name, String((number(name) ?? 1) + 1))
        case .offset(let name, let limit):
            let count = count(pages, response)
            return isLast(pages, limit, response) ? nil : .param(name, String((number(name) ?? 0) + count))
        }
    }

    private func isLast(_ pages: Pages, _ limit: String?, _ response: SpecValue) -> Bool {
        let count = count(pages, response)
        return count == 0 || limit.flatMap { number($0) }.map { count < $0 } ?? false
    }

    private func count(_ pages: Pages, _ response: SpecValue) -> Int {
        if case .list(let items) = value(at: pages.items, of: response) { items.count } else { 0 }
    }

    private func number(_ name: String) -> Int? {
        endpoint.params.first { $0.name.written == name }.flatMap { text(of: value($0)) }.flatMap { Int($0) }
    }

    private func text(at path: ResponsePath, of response: SpecValue) -> String? {
        value(at: path, of: response).flatMap(text)
    }

    /// A secret value is never passed on.
    private func text(of value: SpecValue) -> String? {
        if case .scalar(let scalar) = value { "\(scalar)" } else { nil }
    }

    func value(at path: ResponsePath, of response: SpecValue) -> SpecValue? {
        path.steps.reduce(response) { value, step in
            switch value {
            case .list(let elements): elements.last
            case .object(_, let members): members.first { $0.name == step.name }?.value
            default: nil
            }
        }
    }
}
