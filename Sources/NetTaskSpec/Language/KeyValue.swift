/// The kind of value that a key takes.
package indirect enum KeyValue: Sendable, Equatable {
    /// Any single value, read as the text that it is written as.
    case text
    /// Exactly this text.
    case word(String)
    /// One of these words.
    case choice([String])
    /// A whole number that is not negative.
    case count
    case bool
    case duration
    /// A name that Swift can have.
    case name
    /// A URL of HTTP.
    case url
    /// A type, written as in Swift; without quotes YAML makes lists and maps of its brackets.
    case type
    case separator
    /// A single value of the kind that it is written in: a number, a boolean, null or text.
    case constant
    /// Whatever YAML can say.
    case anything
    case list(KeyValue)
    /// A map whose keys are names of the author's.
    case table(KeyValue)
    /// The same, also as a heading with nothing below it yet.
    case named(KeyValue)
    /// A map whose keys match this pattern.
    case keyed(String, KeyValue)
    /// A map of the kind of this id.
    case map(String)
    case anyOf([KeyValue])
}
