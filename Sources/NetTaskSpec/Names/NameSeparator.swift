/// How Swift's names become names on the wire: `userId` → `user_id`.
package enum NameSeparator: Sendable, Equatable {
    /// Names stay as they are.
    case keep
    /// The first word in small letters, as in `userId`.
    case camel
    /// The first letter is a capital, as in `UserId`.
    case pascal
    /// Words in small letters with this between them.
    case text(String)

    package static let `default` = NameSeparator.text("_")

    /// The words that specs have for the usual ones.
    package static let words: [(word: String, separator: NameSeparator)] = [
        ("underscore", .text("_")), ("keep", .keep), ("hyphen", .text("-")), ("dot", .text(".")), ("camel", .camel),
        ("pascal", .pascal),
    ]

    package func wireName(for name: String) -> String {
        switch self {
        case .keep: return name
        case .pascal: return name.prefix(1).uppercased() + name.dropFirst()
        case .camel:
            let scalars = Array(name.unicodeScalars)
            let end =
                scalars.indices.first { scalars[$0] == "_" || WordBoundaries.isBoundary(at: $0, in: scalars) }
                ?? scalars.count
            return scalars[..<end].map(\.properties.lowercaseMapping).joined()
                + String(String.UnicodeScalarView(scalars[end...]))
        case .text(let separator): return separated(name, by: separator)
        }
    }

    private func separated(_ name: String, by separator: String) -> String {
        guard name.utf8.contains(where: { $0 < 0x61 && $0 > 0x39 || $0 > 0x7F }) else {
            return name  // nothing but small letters and digits: nothing to do
        }
        let scalars = Array(name.unicodeScalars)
        var result = ScalarText()
        for (index, scalar) in scalars.enumerated() {
            if WordBoundaries.isBoundary(at: index, in: scalars) { result.append(separator) }
            if scalar.isCapital { result.append(lowercased: scalar) } else { result.append(scalar) }
        }
        return result.text
    }
}
