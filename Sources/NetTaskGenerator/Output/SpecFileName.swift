/// How generated files call the spec file that they are made from, and how many there are.
package struct SpecFileName: Sendable {
    /// What they are named after.
    package var path: String
    /// What their marks say.
    package var mark: String
    /// The number of files that the shapes and endpoints are spread over, beside one for the namespace. With 1, there is only
    /// one file for all. The names of the files follow from it alone, whatever is in the spec.
    package var partCount: Int

    package init(path: String, mark: String, partCount: Int = 1) {
        self.path = path
        self.mark = mark
        self.partCount = partCount
    }

    /// By the path that the run was given.
    package static func given(_ path: String) -> SpecFileName { SpecFileName(path: path, mark: path) }
}
