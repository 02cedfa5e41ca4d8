/// The names that templates asked for and no view has. Used on one thread, for one rendering.
final class UnknownNames {
    private(set) var messages: [String] = []

    func note(_ name: String, in view: View, knownNames: [String]) {
        let message = "`\(name)` is not a name of `\(view.kind)`, which has: \(knownNames.joined(separator: ", "))"
        if !messages.contains(message) { messages.append(message) }
    }
}
