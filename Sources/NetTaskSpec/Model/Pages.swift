/// How a list goes on from page to page: what `pages:` says.
package struct Pages: Sendable, Equatable {
    package var form: Form
    /// The list in the response.
    package var items: PagePath
    /// Whether there is a next page, where the response says it.
    package var more: PagePath?

    package init(form: Form, items: PagePath, more: PagePath? = nil) {
        self.form = form
        self.items = items
        self.more = more
    }

    package enum Form: Sendable, Equatable {
        /// By a header `Link` (RFC 8288).
        case link
        /// By a URL in the response.
        case url(PagePath)
        /// By what the response says that a param is in the next request.
        case cursor(param: String, next: PagePath)
        /// By a param that counts pages; the other one says how many items a page has.
        case page(param: String, limit: String?)
        /// By a param that counts items.
        case offset(param: String, limit: String?)
    }
}

/// The properties that lead to a value, from the response on; none where it is the response itself.
package struct PagePath: Sendable, Equatable {
    package var steps: [Step]
    /// Of the value, without an outer `?`.
    package var type: TypeReference
    /// Whether the response itself is an optional.
    package var isResponseOptional: Bool

    package init(steps: [Step] = [], type: TypeReference, isResponseOptional: Bool = false) {
        self.steps = steps
        self.type = type
        self.isResponseOptional = isResponseOptional
    }

    package struct Step: Sendable, Equatable {
        /// The Swift name of a property; `last` of a list.
        package var name: String
        /// What leads there on the wire.
        package var wire: String
        /// What the property is.
        package var kind: Kind

        package init(name: String, wire: String, kind: Kind = .value) {
            self.name = name
            self.wire = wire
            self.kind = kind
        }

        package enum Kind: Sendable, Equatable {
            case value
            case optional
            /// A `Nullable`.
            case nullable
        }
    }

    /// Whether the value may be missing.
    package var isOptional: Bool { isResponseOptional || steps.contains { $0.kind != .value } }

    /// What leads there on the wire.
    package var wire: String { steps.map(\.wire).joined(separator: ".") }
}
