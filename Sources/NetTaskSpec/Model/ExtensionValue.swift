/// What a key of the author's own, `x-…`, says: any YAML.
package indirect enum ExtensionValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    /// As `Field.DefaultValue.number`.
    case number(String)
    case string(String)
    case list([ExtensionValue])
    case map([Member])

    /// A name and its value, in the order written.
    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: ExtensionValue

        package init(_ name: String, _ value: ExtensionValue) {
            self.name = name
            self.value = value
        }
    }

    /// How many values it is made of.
    var count: Int {
        switch self {
        case .null, .bool, .integer, .number, .string: 1
        case .list(let values): values.reduce(1) { $0 + $1.count }
        case .map(let members): members.reduce(1) { $0 + $1.value.count }
        }
    }
}
