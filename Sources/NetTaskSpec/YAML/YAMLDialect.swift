/// What a kind of YAML file may ask for, so that none can exhaust memory, time or the stack.
package struct YAMLDialect: Sendable {
    /// What messages call such a file: "a spec file".
    package var noun: String
    /// What one begins with, for whoever left it empty.
    package var opening: String
    /// Bytes of one file.
    package var bytes: Int
    /// How deep lists and maps may be nested, aliases followed.
    package var depth: Int
    /// Values of one file, those reached through aliases counted each time.
    package var nodes: Int
    /// Whether a file may also be JSON that another program wrote.
    package var takesJSON = false

    package init(noun: String, opening: String, bytes: Int, depth: Int, nodes: Int, takesJSON: Bool = false) {
        self.takesJSON = takesJSON
        self.noun = noun
        self.opening = opening
        self.bytes = bytes
        self.depth = depth
        self.nodes = nodes
    }

    /// Files of the spec language.
    package static let spec = YAMLDialect(
        noun: "a spec file",
        opening: "nettask: 1",
        bytes: YAMLBudget.bytes,
        depth: YAMLBudget.depth,
        nodes: YAMLBudget.nodes
    )
}
