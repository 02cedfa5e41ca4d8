import NetTaskRuntime

/// Where snippets show what they have come to.
final class Shown: Sendable {
    private let shown = Locked<[String]>([])

    var texts: [String] { shown.withLock { $0 } }

    func callAsFunction(_ values: any Sendable...) {
        let text = values.map { "\($0)" }.joined(separator: " ")
        shown.withLock { $0.append(text) }
    }
}
