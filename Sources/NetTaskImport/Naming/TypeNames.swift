import NetTaskSpec

/// Gives the names of the types of one client, each once.
///
/// The shapes under `components` come first, so that their names depend on nothing else; then the endpoints; then what is
/// described in place. One that is taken, or that Swift or generated code needs, gets a word or a number behind it.
final class TypeNames {
    private let reserved: Set<String>
    private var taken: Set<String> = []
    /// The numbers that come next behind names that are taken.
    private var numbers: [String: Int] = [:]

    /// What a name is for, which decides about the word behind it.
    enum Role: String {
        case shape = "Model"
        case endpoint = "Task"
    }

    /// - Parameter reserved: Other types of the client, and its own.
    init(reserved: Set<String> = []) {
        self.reserved = ReservedNames.types.union(reserved)
    }

    /// A name for what the document calls `text`, in capitals: `blog-post` becomes `BlogPost`.
    func name(for text: String, _ role: Role) -> String {
        let text = Self.isNumber(text) ? Self.noun(for: text, role) + " " + text : text
        var name =
            CamelCase.upperCamel(Spelled.out(text)) ?? "_" + (CamelCase.upperCamel("x" + text)?.dropFirst() ?? "")
        if name == "_" { name = role.rawValue }
        name = String(name.unicodeScalars.prefix(Self.longest))
        if reserved.contains(name) || taken.contains(name) && role == .endpoint { name += role.rawValue }
        return unique(name)
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// What stands before a number that is all of a name: most are statuses.
    private static func noun(for number: String, _ role: Role) -> String {
        guard role == .shape, case .code(let code) = ReplyStatus(number) else { return role.rawValue }
        return code < 400 ? "Status" : "Error"
    }

    private func unique(_ name: String) -> String {
        if taken.insert(name).inserted { return name }
        var number = numbers[name] ?? 2
        while !taken.insert("\(name)\(number)").inserted { number += 1 }
        numbers[name] = number + 1
        return "\(name)\(number)"
    }

    /// Room is left for what is put behind.
    private static let longest = 200
}
