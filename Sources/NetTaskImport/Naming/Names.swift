import NetTaskSpec

/// Makes names unique. A name that is already used gets a number as its suffix, starting at 2.
struct UniqueNames {
    private var taken: Set<String> = []
    /// The next numbers for names that are already used.
    private var numbers: [String: Int] = [:]

    func contains(_ name: String) -> Bool { taken.contains(name) }

    mutating func add(_ name: String, joining sign: String = "") -> String {
        if taken.insert(name).inserted { return name }
        var number = numbers[name] ?? 2
        while !taken.insert("\(name)\(sign)\(number)").inserted { number += 1 }
        numbers[name] = number + 1
        return "\(name)\(sign)\(number)"
    }
}

/// Makes the names of properties, params and cases in Swift: `user-id` becomes `userId`.
enum MemberNames {
    /// Returns a name for each text, in their order.
    ///
    /// - Parameter reserved: Names that must not be used. They get the suffix `Value`.
    static func names(for texts: [String], reserved: Set<String> = []) -> [String] {
        var names = UniqueNames()
        return texts.map { text in
            // Only the sign at the start distinguishes `-title` from `title`.
            let isSigned = text.unicodeScalars.first.map { "+-!<>=*".unicodeScalars.contains($0) } ?? false
            let plain = isSigned ? nil : CamelCase.lowerCamel(text)
            let whole = plain ?? CamelCase.lowerCamel(Spelled.out(text)) ?? "value"
            let name = whole.utf8.count <= 200 ? whole : String(whole.unicodeScalars.prefix(200))
            return names.add(reserved.contains(name) ? name + "Value" : name)
        }
    }

    /// Returns the name that the spec language derives from a value of an enumeration. Returns `nil` if the value needs a stated
    /// name.
    static func nameInSpec(for value: String) -> String? {
        SwiftIdentifier.isValid(value) ? value : CamelCase.lowerCamel(value)
    }
}

/// Makes unique names for the types of one client.
///
/// The shapes under `components` are named first, so that their names depend on nothing else. The endpoints follow, and then
/// inline shapes. A name that is already used, or that Swift or generated code needs, gets a word or a number as its suffix.
final class TypeNames {
    private let reserved: Set<String>
    private let former: FormerShapeNames
    private var names = UniqueNames()
    /// The places with a name. A schema with alternatives beside its properties becomes several shapes.
    private var seen: Set<String> = []
    /// The shapes whose names another import could choose differently, with their places, in the order in which they were named.
    private(set) var places: [(name: String, place: String)] = []

    /// The kind of a named type. It determines the word for the suffix.
    enum Role: String {
        case shape = "Model"
        case endpoint = "Task"
        case group = "API"
        case webhooks = "Event"
    }

    /// - Parameters:
    ///   - reserved: The names of the client and its other types.
    ///   - former: The names of the last import. Other types do not get the names of places that still exist.
    init(reserved: Set<String> = [], former: FormerShapeNames = FormerShapeNames()) {
        self.reserved = ReservedNames.types.union(reserved)
        self.former = former
        for name in former.held { _ = names.add(name) }
    }

    /// Returns the name of a shape: its name in the last import, or else the first name that is free. The last text can get a
    /// suffix.
    ///
    /// - Parameters:
    ///   - texts: The texts from the document, the best one first.
    ///   - place: The place of the schema.
    ///   - isInline: Whether the document does not name the schema.
    func name(for texts: [String], at place: String, isInline: Bool = true) -> String {
        let wanted = texts.map { plainName(for: $0, .shape) }
        let isFree = { [self] (name: String) in !reserved.contains(name) && !names.contains(name) }
        let name: String
        let isFirst = seen.insert(place).inserted
        if isFirst, let known = former.heldName(at: place), !reserved.contains(known) {
            name = known
        } else if isFirst, let known = former.name(at: place), wanted.contains(known), isFree(known) {
            name = names.add(known)
        } else {
            let last = texts[texts.count - 1]
            let longer = (2...4).lazy.map { self.plainName(for: last, .shape, firstWords: $0) }
            let free = wanted.first(where: isFree) ?? longer.first(where: isFree)
            name = free.map { names.add($0) } ?? self.name(for: last, .shape)
        }
        if isFirst, isInline || name != wanted.last { places.append((name, place)) }
        return name
    }

    /// Returns a name in upper camel case for a text of the document: `blog-post` becomes `BlogPost`.
    func name(for text: String, _ role: Role) -> String {
        var name = plainName(for: text, role)
        if reserved.contains(name) || names.contains(name) && role != .shape { name += role.rawValue }
        return names.add(name)
    }

    /// Returns the name of an endpoint in a group: without the name of the group at its start, if no other type has the rest as
    /// its name.
    func name(of endpoint: String, inGroup group: String) -> String {
        let rest = String(endpoint.dropFirst(group.count))
        let isName = endpoint.hasPrefix(group) && rest.first?.isUppercase == true
        return isName && !reserved.contains(rest) && !names.contains(rest) ? names.add(rest) : endpoint
    }

    private func plainName(for text: String, _ role: Role, firstWords: Int = 1) -> String {
        let text = Self.isNumber(text) ? Self.noun(for: text, role) + " " + text : text
        let name =
            CamelCase.upperCamel(Spelled.out(text)) ?? "_" + (CamelCase.upperCamel("x" + text)?.dropFirst() ?? "")
        return Self.shortened(name == "_" ? role.rawValue : name, firstWords)
    }

    /// Returns a name with at most 60 characters. A longer name is shortened to its first word and as many of its last words as
    /// fit. The last words describe the place. If another type has this name, up to three further words are kept at the start.
    private static func shortened(_ name: String, _ firstWords: Int) -> String {
        guard name.unicodeScalars.count > lengthLimit else { return name }
        let scalars = Array(name.unicodeScalars)
        let starts = scalars.indices.dropFirst().filter { index in
            scalars[index].properties.isUppercase && !scalars[index - 1].properties.isUppercase
        }
        let end = starts.prefix(firstWords).last { $0 <= lengthLimit / 2 } ?? 0
        let start = starts.first { scalars.count - $0 + end <= lengthLimit } ?? scalars.count - (lengthLimit - end)
        var text = String.UnicodeScalarView(scalars[..<end])
        text.append(contentsOf: scalars[start...])
        return String(text)
    }

    static let lengthLimit = 60

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Returns the word before a number that is a whole name. Most such numbers are statuses.
    private static func noun(for number: String, _ role: Role) -> String {
        guard role == .shape, case .code(let code) = StatusKey(documentKey: number) else { return role.rawValue }
        return code < 400 ? "Status" : "Error"
    }
}

/// Makes the Swift namespace for a document.
enum ClientName {
    /// Returns a name for the part of a title before the first separator: `Swagger Petstore - OpenAPI 3.0` becomes
    /// `SwaggerPetstore`.
    static func name(forTitle title: String) -> String {
        let first = title.split(whereSeparator: { ":–—|(".contains($0) }).first.map(String.init) ?? title
        let beforeDash = first.replacing(" - ", with: "\n").split(separator: "\n").first.map(String.init) ?? first
        let spelled = title.isEmpty ? nil : CamelCase.upperCamel(Spelled.out(beforeDash))
        let short = (CamelCase.upperCamel(beforeDash) ?? spelled ?? "API").cutForFileName
        return ReservedNames.clients.contains(short) ? short + "API" : short
    }
}

/// The names of the spec files of an import: one for the client, one for shared shapes, and one for each tag.
struct ImportedFileNames {
    let main: String
    let shared: String
    private var ofTags: [String?: String] = [:]

    /// - Parameter tags: The tags with a file, in the order of the document. `nil` represents operations without a tag.
    init(client: String, tags: [String?]) {
        var names = UniqueNames()
        func unique(_ name: String) -> String { names.add(name.cutForFileName, joining: "-") + ".nettask.yaml" }
        main = unique(client.lowercased())
        shared = unique("shapes")
        for tag in tags { ofTags[tag] = unique(tag.map(Self.slug) ?? "others") }
    }

    func name(_ home: SpecHome) -> String {
        switch home {
        case .shared: shared
        case .tag(let tag): ofTags[tag] ?? shared
        }
    }

    /// Returns a text in lowercase, with hyphens between words: `Pull Requests` and `pullRequests` become `pull-requests`.
    private static func slug(_ text: String) -> String {
        let name = CamelCase.lowerCamel(text) ?? CamelCase.lowerCamel(Spelled.out(text)) ?? "others"
        return NameSeparator.text("-").wireName(for: name)
    }
}

/// Spells out texts that cannot become names.
enum Spelled {
    /// Replaces signs by words: all signs of a text without letters, and the first sign of another text. Adds a word before a
    /// digit at the start. For example, `+1` becomes `plus 1`, and `2d` becomes `n 2d`.
    static func out(_ text: String) -> String {
        guard !text.isEmpty else { return "empty" }
        // In a text that begins with a letter, signs only separate words.
        if let first = text.utf8.first, 0x61...0x7A ~= first | 0x20 { return text }
        var result = ""
        let hasLetters = text.hasLetters
        for scalar in text.unicodeScalars {
            if let word = words[scalar], !hasLetters || result.isEmpty && scalar != "_" {
                result += " \(word) "
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        let first = result.unicodeScalars.first { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        if let first, ("0"..."9").contains(first) { result = "n " + result }
        return result
    }

    private static let words: [Unicode.Scalar: String] = [
        "+": "plus", "-": "minus", "*": "asterisk", "/": "slash", "=": "equal", "<": "less", ">": "greater",
        "!": "not", "?": "question", "%": "percent", "&": "and", "|": "or", "^": "caret", "~": "tilde", "#": "number",
        "@": "at", "$": "dollar", ".": "dot", ",": "comma", ":": "colon", ";": "semicolon", "(": "open", ")": "close",
        "[": "open", "]": "close", "{": "open", "}": "close", "\"": "quote", "'": "quote", "_": "underscore",
        " ": "space", "\\": "backslash", "`": "backtick",
    ]
}

extension String {
    /// Whether the text has letters, so that it can become a name.
    var hasLetters: Bool { unicodeScalars.contains(where: \.properties.isAlphabetic) }

    /// The start of the text, with at most 100 bytes. File systems allow 255 bytes for a name with its ending.
    fileprivate var cutForFileName: String {
        var result = Substring(self).unicodeScalars
        while result.reduce(0, { $0 + UTF8.width($1) }) > 100 { result.removeLast() }
        return String(Substring(result))
    }
}
