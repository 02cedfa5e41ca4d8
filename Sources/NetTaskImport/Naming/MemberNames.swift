import NetTaskSpec

/// Gives the names of properties, params and cases in Swift: `user-id` becomes `userId`.
enum MemberNames {
    /// A name for each text, in their order; equal ones get numbers behind them, from the second on.
    ///
    /// - Parameter reserved: Names that none may have, which get `Value` behind them.
    static func names(for texts: [String], reserved: Set<String>) -> [String] {
        var taken: Set<String> = []
        var numbers: [String: Int] = [:]
        return texts.map { text in
            // A sign in front is all that tells `-title` from `title`.
            let isSigned = text.unicodeScalars.first.map { "+-!<>=*".unicodeScalars.contains($0) } ?? false
            let plain = isSigned ? nil : CamelCase.lowerCamel(text)
            var name = plain ?? CamelCase.lowerCamel(Spelled.out(text)) ?? "value"
            name = String(name.unicodeScalars.prefix(200))
            if reserved.contains(name) { name += "Value" }
            guard !taken.insert(name).inserted else { return name }
            var number = numbers[name] ?? 2
            while !taken.insert("\(name)\(number)").inserted { number += 1 }
            numbers[name] = number + 1
            return "\(name)\(number)"
        }
    }

    /// The name that the spec language itself gives to a value of an enumeration; nil if it needs one.
    static func nameInSpec(for value: String) -> String? {
        SwiftIdentifier.isValid(value) ? value : CamelCase.lowerCamel(value)
    }
}
