/// A value that a spec gives as an example, checked against its type.
package indirect enum Example: Sendable, Equatable {
    /// nil, or null where that is told apart from it.
    case null
    /// A single value: of dates the seconds since 1970; of URLs, UUIDs, `Data` and files their text.
    case value(Field.DefaultValue)
    /// Of a `JSONValue`.
    case json(ExtensionValue)
    case list([Example])
    /// Of a dictionary by its keys; of a shape or a task by the Swift names of its properties; of `oneOf` that of its case.
    case members([Member])
    /// The example that its shape has.
    case ofShape

    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: Example
    }
}
