/// A protocol that a shape conforms to besides those that generated code needs.
package enum Conformance: Sendable, Hashable {
    case known(Known)
    /// A protocol of the user's: a name, or names with dots between them.
    case own([String])

    /// Protocols that the compiler fills in by itself.
    package enum Known: String, Sendable, CaseIterable {
        case equatable = "Equatable"
        case hashable = "Hashable"
        case encodable = "Encodable"
        case decodable = "Decodable"
        case codable = "Codable"
        case identifiable = "Identifiable"
        case caseIterable = "CaseIterable"

        /// What else a type is that conforms to this one.
        package var implied: Set<Known> {
            switch self {
            case .hashable: [.hashable, .equatable]
            case .codable: [.codable, .encodable, .decodable]
            default: [self]
            }
        }
    }
}
