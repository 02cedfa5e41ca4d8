extension Endpoint {
    /// A reply that comes in pieces.
    package struct Stream: Sendable, Equatable {
        package var framing: Framing
        package var element: Element
        /// The data that ends it; nil where the reply does.
        package var end: String?
        /// How long nothing may come; nil for what the handler says.
        package var idle: Duration?
        /// What turns it on; nil where all replies are streams.
        package var condition: Condition?
        /// Where `events` or `lines` stands.
        @Source package var place = SourceRange.none

        package enum Framing: String, Sendable, CaseIterable {
            case events
            case lines
        }

        package enum Element: Sendable, Equatable {
            case type(TypeReference)
            /// By the names of events; the generated type is the task's own `Element`.
            case named([Event])
        }

        package struct Event: Sendable, Equatable {
            /// As it is on the wire; its Swift name is that of the case.
            package var name: Name
            /// nil where nothing of it is read.
            package var type: TypeReference?

            package init(name: Name, type: TypeReference?) {
                self.name = name
                self.type = type
            }
        }

        /// A param, or a field of what the task holds, and its value.
        package struct Condition: Sendable, Equatable {
            package var field: Field
            package var value: Field.DefaultValue
            /// The property of the task that has the field; nil where the task itself has it.
            package var holder: Field?

            package init(field: Field, value: Field.DefaultValue, holder: Field?) {
                self.field = field
                self.value = value
                self.holder = holder
            }
        }
    }
}

extension Endpoint.Stream {
    package var types: [TypeReference] {
        switch element {
        case .type(let type): [type]
        case .named(let events): events.compactMap(\.type)
        }
    }

    /// The case of events that are not named.
    package var catchAll: String {
        if case .named(let events) = element { events.map(\.name).catchAll } else { "unknown" }
    }
}

extension Endpoint.Stream {
    package init(framing: Framing, element: Element) {
        self.framing = framing
        self.element = element
    }
}
