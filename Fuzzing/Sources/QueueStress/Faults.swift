/// The faults of a queue.
final class Faults: Sendable {
    private let found = Box((texts: [String](), count: 0))

    var count: Int { found.update { $0.count } }
    /// The first of them.
    var texts: [String] { found.update { $0.texts } }

    func add(_ text: String) {
        found.update { found in
            found.count += 1
            if found.texts.count < 20 {
                found.texts.append(text)
            }
        }
    }

    func check(_ isRight: Bool, _ text: @autoclosure () -> String) {
        if !isRight { add(text()) }
    }
}
