/// A uri with variables: `posts/{id}/comments`.
package struct URITemplate: Sendable, Equatable {
    /// As the spec has it.
    package var written: String
    package var parts: [Part]

    package enum Part: Sendable, Equatable {
        case literal(String)
        /// The written name of a param.
        case variable(String)
    }

    package var hasVariables: Bool {
        parts.contains { part in
            if case .variable = part { true } else { false }
        }
    }

    package init(written: String, parts: [Part]) {
        self.written = written
        self.parts = parts
    }
}
