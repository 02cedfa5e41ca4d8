/// A type as a spec writes it.
indirect enum DraftType: Equatable, Sendable {
    /// One of the language's own, such as `Int`, or a shape's name.
    case named(String)
    case list(DraftType)
    /// With `String` for keys.
    case dictionary(DraftType)
    /// What may be null inside of a list or dictionary. Of fields, params and bodies their drafts say it.
    case optional(DraftType)

    static let string = DraftType.named("String")
    static let data = DraftType.named("Data")
    static let file = DraftType.named("File")
    /// Any JSON.
    static let jsonValue = DraftType.named("JSONValue")

    /// `[String: [Pet]]`
    var written: String {
        switch self {
        case .named(let name): name
        case .list(let element): "[\(element.written)]"
        case .dictionary(let value): "[String: \(value.written)]"
        case .optional(let wrapped): "\(wrapped.written)?"
        }
    }

    /// The name inside all lists and dictionaries.
    var innermost: String {
        switch self {
        case .named(let name): name
        case .list(let inner), .dictionary(let inner), .optional(let inner): inner.innermost
        }
    }
}
