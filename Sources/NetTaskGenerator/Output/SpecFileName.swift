/// How generated files call the spec file that they are made from.
package struct SpecFileName: Sendable {
    /// What they are named after.
    package var path: String
    /// What their marks say.
    package var mark: String

    package init(path: String, mark: String) {
        self.path = path
        self.mark = mark
    }

    /// By the path that the run was given.
    package static func given(_ path: String) -> SpecFileName { SpecFileName(path: path, mark: path) }
}
