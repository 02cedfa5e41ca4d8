package import HTTPTypes

/// A fault that a request asks for in a header: `NetTask-Mock-Fault: status=503, delay=200ms, cut=body`.
package struct MockFault: Sendable {
    package static let header = HTTPField.Name("NetTask-Mock-Fault") ?? .expect

    package var status: Int?
    package var delay = Duration.zero
    package var cut: MockAnswer.Cut?
    /// What is wrong with the text; `nil` if it is valid.
    package private(set) var error: String?

    /// Reads the text of the header.
    package init(_ text: String) {
        for part in text.split(separator: ",") {
            let pair = part.filter { $0 != " " }.split(separator: "=", maxSplits: 1).map(String.init)
            switch (pair.first, pair.last) {
            case ("status", let value?):
                status = Int(value).flatMap { (200...599).contains($0) ? $0 : nil }
                if status == nil { error = "`status` must be from 200 to 599" }
            case ("delay", let value?):
                guard let duration = Duration(mock: value), duration <= .seconds(600) else {
                    error = "`delay` must be a time such as 200ms or 2s, at most 600s"
                    continue
                }
                delay = duration
            case ("cut", "head"): cut = .beforeHead
            case ("cut", "body"): cut = .inBody
            default: error = "a fault is status=503, delay=200ms, cut=head or cut=body"
            }
        }
    }
}

extension MockFault? {
    func applied(to answer: MockAnswer) -> MockAnswer {
        guard let self else { return answer }
        var answer = answer
        answer.delay = self.delay
        answer.cut = self.cut
        return answer
    }
}

extension Duration {
    /// A time such as `200ms`, `2s` or `1m`; `nil` if the text is not one.
    package init?(mock text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard let number = Double(digits), number.isFinite, number >= 0, number < 1e9 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(number)
        case "s": self = .seconds(number)
        case "m": self = .seconds(number * 60)
        case "h": self = .seconds(number * 3600)
        default: return nil
        }
    }
}
