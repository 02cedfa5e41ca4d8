extension Endpoint {
    /// A reply that is a stream.
    package struct Stream: Sendable, Equatable {
        package var framing: Framing
        package var element: Element
        /// The data that ends the stream; `nil` if it ends with the reply.
        package var end: String?
        /// The longest time without data; `nil` for the handler's default.
        package var idle: Duration?
        /// The condition of the stream; `nil` if all replies are streams.
        package var condition: Condition?
        /// The place of `events` or `lines`.
        @Source package var place = SourceRange.none

        package enum Framing: String, Sendable, CaseIterable {
            case events
            case lines
        }

        package enum Element: Sendable, Equatable {
            case type(TypeReference)
            /// Types by event name. The generated type is the task's `Element`.
            case named([Event])
        }

        package struct Event: Sendable, Equatable {
            /// The name of the event on the wire. Its Swift name is that of the case.
            package var name: Name
            /// The type; `nil` if the data is not read.
            package var type: TypeReference?

            package init(name: Name, type: TypeReference?) {
                self.name = name
                self.type = type
            }
        }

        /// A param, or a field of one of the task's members, and its value.
        package struct Condition: Sendable, Equatable {
            package var field: Field
            package var value: Field.DefaultValue
            /// The property of the task with the field; `nil` for a param of the task.
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

    /// The case for events without an entry.
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
