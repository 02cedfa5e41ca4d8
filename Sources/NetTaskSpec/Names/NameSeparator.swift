/// How Swift's names become names on the wire: `userId` → `user_id`.
package enum NameSeparator: Sendable, Equatable {
    /// Names stay as they are.
    case keep
    /// Words in small letters with this between them.
    case text(String)

    package static let `default` = NameSeparator.text("_")

    package func wireName(for name: String) -> String {
        guard case .text(let separator) = self, name.utf8.contains(where: { $0 < 0x61 && $0 > 0x39 || $0 > 0x7F })
        else {
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
