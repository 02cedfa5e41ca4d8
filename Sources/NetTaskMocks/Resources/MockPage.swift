/// A part of a list, as the pages of the spec say.
struct MockPage {
    private let pages: MockPages?
    private let count: Int
    /// The positions of the items of this page.
    let range: Range<Int>
    /// The target of the request, for URLs.
    private let target: String

    /// The number of items without a limit in the request.
    private static let defaultSize = 3
    private static let maxSize = 1_000

    init(_ checked: CheckedRequest, _ target: String, count: Int) {
        pages = checked.endpoint.pages
        self.target = target
        self.count = count
        guard let pages else {
            range = 0..<count
            return
        }
        let given = [pages.limit, "per_page", "limit", "pageSize"].compactMap { $0.flatMap(checked.value) }.first
        let size = min(max(1, given.flatMap { Int($0) } ?? Self.defaultSize), Self.maxSize)
        var start = 0
        switch pages.form {
        case .offset: start = pages.param.flatMap(checked.value).flatMap { Int($0) } ?? 0
        case .page:
            let page = pages.param.flatMap(checked.value).flatMap { Int($0) } ?? 1
            start = (min(max(1, page), count + 1) - 1) * size
        case .cursor: start = pages.param.flatMap(checked.value).flatMap { Self.position(of: $0) } ?? 0
        case .link, .url: start = checked.value(Self.positionName).flatMap { Self.position(of: $0) } ?? 0
        }
        let first = min(max(0, start), count)
        range = first..<min(count, first + size)
    }

    /// The name of the position in links, which no endpoint has.
    static let positionName = "nettask-after"

    private static func position(of cursor: String) -> Int? {
        cursor.hasPrefix("c") ? Int(cursor.dropFirst()) : Int(cursor)
    }

    private var next: Int? { range.upperBound < count && !range.isEmpty ? range.upperBound : nil }

    /// The value of the header `Link` (RFC 8288); `nil` on the last page.
    var link: String? {
        guard pages?.form == .link, let next else { return nil }
        return "<\(url(next))>; rel=\"next\""
    }

    private func url(_ next: Int) -> String {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let pairs = parts.count > 1 ? parts[1].split(separator: "&").filter { !$0.hasPrefix(Self.positionName) } : []
        let query = (pairs.map(String.init) + ["\(Self.positionName)=c\(next)"]).joined(separator: "&")
        return "\(parts.first ?? "")?\(query)"
    }

    /// Sets the cursor or URL of the next page, and the flag.
    func finish(_ value: inout JSONValue, _ type: MockType, _ replies: MockReplies) {
        guard let pages else { return }
        if !pages.more.isEmpty { value.set(.bool(next != nil), at: pages.more[...]) }
        guard !pages.next.isEmpty, pages.form == .cursor || pages.form == .url else { return }
        var candidates: [JSONValue]
        if let next {
            let texts = pages.form == .cursor ? ["c\(next)", "\(next)"] : [url(next)]
            candidates = texts.map { value.setting(.string($0), pages.next) }
            candidates.append(value.setting(.number(JSONValue.Number(next)), pages.next))
        } else {
            candidates = [value.setting(.null, pages.next), value.removing(pages.next), value.setting("", pages.next)]
        }
        value =
            candidates.first {
                replies.checker.problems(in: $0, as: type, at: "", in: .response).isEmpty
            } ?? candidates[0]
    }

}

extension JSONValue {
    fileprivate func removing(_ path: [String]) -> JSONValue {
        guard let last = path.last, case .object(var members)? = value(at: path.dropLast()) else { return self }
        members[last] = nil
        return setting(.object(members), Array(path.dropLast()))
    }

    fileprivate func setting(_ value: JSONValue, _ path: [String]) -> JSONValue {
        var result = self
        result.set(value, at: path[...])
        return result
    }
}
