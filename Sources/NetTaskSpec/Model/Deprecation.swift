/// What `deprecated:` says.
package struct Deprecation: Sendable, Equatable {
    /// What to do instead; nil if the spec says only `true`.
    package var advice: String?

    /// As documentation has it: `Deprecated: use X.`
    package var paragraph: String {
        guard let advice else { return "Deprecated." }
        return "Deprecated: \(advice)" + (advice.last?.isPunctuation == true ? "" : ".")
    }
}
