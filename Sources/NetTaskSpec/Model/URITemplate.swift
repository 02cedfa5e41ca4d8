/// A uri with variables: `posts/{id}/comments`.
package struct URITemplate: Sendable, Equatable {
    /// As the spec has it.
    package var written: String
    package var parts: [Part]

    package enum Part: Sendable, Equatable {
        case literal(String)
        /// The written name of a param.
        case variable(String)
        /// The same of one whose slashes stay, `{+path}`: reserved expansion of RFC 6570 (3.2.3).
        case path(String)

        /// The written name of the param that it stands for.
        package var variable: String? {
            switch self {
            case .literal: nil
            case .variable(let name), .path(let name): name
            }
        }
    }

    /// The written names of the variables.
    package var variables: [String] { parts.compactMap(\.variable) }
}
