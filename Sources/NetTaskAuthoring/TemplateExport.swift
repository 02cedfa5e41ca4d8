import NetTaskGenerator
import NetTaskSpec

/// Writes the built-in templates into a folder, for the user to change, and `Names.md`, which describes the available names.
package struct TemplateExport: Sendable {
    private let folder: ManagedFolder

    package init(folder: String) {
        self.folder = ManagedFolder(path: folder)
    }

    /// - Parameter force: Whether to replace files that differ from the built-in ones.
    /// - Returns: The paths of the written files, without those that were up to date.
    /// - Throws: `TemplateError` if a file was changed and must not be replaced, in which case nothing is written, and
    ///   `FileWriteError` if a file cannot be written.
    @discardableResult
    package func write(force: Bool) throws -> [String] {
        var files = Templates.sources.filter { !["overlay", "starter"].contains($0.key) }
            .map { ("\($0.key).mustache", $0.value) }
        files.append(("Names.md", Views.reference))
        var pending: [(name: String, text: String)] = []
        for (name, text) in files.sorted(by: { $0.0 < $1.0 }) where !folder.has(text, in: name) {
            guard force || !folder.exists(name) else {
                throw TemplateError(
                    "\(folder.path)/\(name)",
                    "this is not what NetTask wrote; say --force to replace it"
                )
            }
            pending.append((name, text))
        }
        for (name, text) in pending { try folder.write(text, to: name) }
        return pending.map { "\(folder.path)/\($0.name)" }
    }
}

extension Views {
    /// All views with all their names, in Markdown.
    static let reference: String =
        "# What templates can ask for\n\n"
            + """
            *Code* is valid Swift. *Text* is unchanged text from the spec; in Swift source, use its literal: `{{name.literal}}`. *Lines*
            whose tag is alone on its line are indented like the tag. A *flag*, or anything that can be empty, opens a section,
            `{{#name}}`, or its opposite, `{{^name}}`. In the section of a *view*, the names are those of that view, then those of the
            views around it. The section of a *list* is repeated for each element.

            """
        + [
            "call", "client", "case", "enumeration", "environment", "example", "extension", "file", "group", "header",
            "package", "property", "retry", "shape", "status", "structure", "task",
        ].compactMap { sections[$0] }.joined()

    private static var sections: [String: String] {
        references.merging([call.kind: call.reference, package.kind: package.reference]) { first, _ in first }
    }
}
