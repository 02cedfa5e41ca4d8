/// How much a spec file may ask for, so that none can exhaust memory, time or the stack.
package enum YAMLBudget {
    /// Bytes of one file.
    package static let bytes = 16 * 1024 * 1024
    /// Files that the files of one run include.
    package static let includedFiles = 1_000
    /// How deep lists and maps may be nested, aliases followed.
    package static let depth = 64
    /// Values of one file, those reached through aliases counted each time. No file of any kind has more behind aliases.
    package static let nodes = 1_000_000
    /// Unicode scalars of one name.
    package static let identifierLength = 255
    /// Keys of a path into a reply: no JSON that is read is nested deeper.
    package static let pathLength = RuntimeDefaults.jsonDepth
    /// Unicode scalars of a separator, which stands between all words of all names.
    package static let separatorLength = 16
    /// Lines that begin with `%`: libyaml compares each directive with all before it.
    package static let directives = 64
}
