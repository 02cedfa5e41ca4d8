import Foundation
package import HTTPTypes

/// A fault of an answer. A request can ask for it in a header: `NetTask-Mock-Fault: status=503, delay=200ms, cut=body`.
package struct MockFault: Sendable, Equatable {
    package static let header = HTTPField.Name("NetTask-Mock-Fault") ?? .expect

    package var status: Int?
    /// The time before the answer.
    package var delay = Duration.zero
    package var cut: MockAnswer.Cut?
    /// The time that the body takes.
    package var slow = Duration.zero

    /// The text states no valid fault.
    package struct Problem: Error, Equatable {
        package var message: String
    }

    /// Reads the text of the header.
    package init(_ text: String) throws(Problem) {
        for part in text.split(separator: ",") {
            let pair = part.filter { $0 != " " }.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { throw Self.unknown(String(part)) }
            try set(pair[0], pair[1])
        }
    }

    /// Reads the members of a rule.
    init(_ members: [String: JSONValue]) throws(Problem) {
        for (name, value) in members {
            guard let text = TypedForm.text(of: value) else { throw Self.unknown(name) }
            try set(name, text)
        }
    }

    private mutating func set(_ name: String, _ value: String) throws(Problem) {
        switch (name, value) {
        case ("status", _):
            guard let status = Int(value), (200...599).contains(status) else {
                throw Problem(message: "`status` must be from 200 to 599, not `\(value)`")
            }
            self.status = status
        case ("delay", _): delay = try Self.duration(name, value)
        case ("slow", _): slow = try Self.duration(name, value)
        case ("cut", "head"): cut = .beforeHead
        case ("cut", "body"): cut = .inBody
        default: throw Self.unknown("\(name): \(value)")
        }
    }

    private static func duration(_ name: String, _ value: String) throws(Problem) -> Duration {
        guard let duration = Duration(mock: value), duration <= .seconds(600) else {
            throw Problem(message: "`\(name)` must be a time such as 200ms or 2s, at most 600s, not `\(value)`")
        }
        return duration
    }

    private static func unknown(_ text: String) -> Problem {
        Problem(message: "`\(text)` is not a fault; write status=503, delay=200ms, slow=2s, cut=head or cut=body")
    }

    /// The number of parts of a slow body.
    private static let partCount = 20

    func applied(to answer: MockAnswer) -> MockAnswer {
        var answer = answer
        answer.delay += delay
        answer.cut = cut ?? answer.cut
        if slow > .zero, case .whole(let data) = answer.body, !data.isEmpty {
            let size = (data.count + Self.partCount - 1) / Self.partCount
            let parts = stride(from: 0, to: data.count, by: size).map { start in
                Data(data[(data.startIndex + start)..<(data.startIndex + min(data.count, start + size))])
            }
            answer.body = .parts(parts, interval: slow / parts.count)
        }
        return answer
    }
}

/// Faults of some requests, as a file of scenarios lists them.
package struct MockFaultRule: Sendable {
    /// The endpoint; `nil` for all. `Orders.*` is all endpoints of a group.
    package var endpoint: String?
    /// The calls of the endpoint that fail, from 1; empty for all.
    package var calls: [Int]
    /// The part of the calls that fail, from 0 to 1.
    package var chance: Double
    package var fault: MockFault

    /// Reads a rule: `{"endpoint": "GetOrder", "calls": [2, 3], "chance": 0.5, "status": 503}`.
    package init(_ json: JSONValue) throws(MockFault.Problem) {
        guard case .object(var members) = json else {
            throw MockFault.Problem(message: "a rule is a map, such as {endpoint: GetOrder, calls: [2], status: 503}")
        }
        endpoint = members.removeValue(forKey: "endpoint")?.stringValue
        switch members.removeValue(forKey: "calls") {
        case nil: calls = []
        case .array(let numbers)?:
            calls = numbers.compactMap(\.intValue).filter { $0 > 0 }
            guard calls.count == numbers.count, !calls.isEmpty else {
                throw MockFault.Problem(message: "`calls` must be a list of numbers from 1")
            }
        case let value?:
            guard let number = value.intValue, number > 0 else {
                throw MockFault.Problem(message: "`calls` must be a number from 1, or a list of them")
            }
            calls = [number]
        }
        switch members.removeValue(forKey: "chance").map(\.doubleValue) {
        case nil: chance = 1
        case let value??:
            guard (0...1).contains(value) else { throw MockFault.Problem(message: "`chance` must be from 0 to 1") }
            chance = value
        case .some(nil): throw MockFault.Problem(message: "`chance` must be a number from 0 to 1")
        }
        fault = try MockFault(members)
        if members.isEmpty { throw MockFault.Problem(message: "a rule needs a fault, such as `status: 503`") }
    }

    /// Whether the rule is for an endpoint.
    func applies(to name: String) -> Bool {
        guard let endpoint else { return true }
        return endpoint == name || endpoint.hasSuffix(".*") && name.hasPrefix(endpoint.dropLast())
    }

    /// Whether a call has the fault.
    ///
    /// - Parameter number: the number of the call of its endpoint, from 1.
    func applies(toCall number: Int, _ seed: UInt64) -> Bool {
        if !calls.isEmpty, !calls.contains(number) { return false }
        if chance >= 1 { return true }
        var hash = seed ^ UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((hash ^ (hash >> 31)) >> 11) / Double(1 << 53) < chance
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
