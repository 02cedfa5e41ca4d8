/// A name of the spec's author: as written, as Swift calls it, and where it stands.
package struct Name: Sendable, Equatable {
    /// The key as the spec has it; how other parts of the spec refer to it.
    package var written: String
    /// A valid Swift identifier, without backticks: `written`, or what `swiftName:` says.
    package var swift: String
    /// Where `swift` was written.
    package var place: SourceRange

    package init(_ written: String, swift: String? = nil, place: SourceRange = .none) {
        self.written = written
        self.swift = swift ?? written
        self.place = place
    }
}
