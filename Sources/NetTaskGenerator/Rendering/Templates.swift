package import NetTaskSpec

/// The templates, compiled: ours, and those of the user that take their place or add files.
package struct Templates: Sendable {
    private var templates: [String: Template] = [:]
    /// The user's that make files of their own.
    private(set) var additions: [Addition] = []

    /// A template of the user's that makes files of its own, such as `Mocks.swift.mustache`.
    struct Addition: Sendable {
        /// What makes a file, by the second part of the template's name.
        enum Scope: String {
            case spec
            case client
            case run
        }

        let template: String
        /// Such as `Mocks`.
        let name: String
        /// The extension of the files.
        let fileExtension: String
        let scope: Scope

        /// - Parameter template: `NAME.EXTENSION`, `NAME.client.EXTENSION` or `NAME.run.EXTENSION`.
        /// - Returns: nil for any other name.
        init?(_ template: String) {
            let parts = template.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard let fileExtension = parts.last, !parts.contains(""), (2...3).contains(parts.count),
                let scope = parts.count == 2 ? .spec : Scope(rawValue: parts[1]), parts.count == 2 || scope != .spec,
                !FileNames.specExtensions.contains(fileExtension)
            else { return nil }
            (self.template, name, self.fileExtension, self.scope) = (template, parts[0], fileExtension, scope)
        }
    }

    /// Our own templates of Swift files.
    package static let builtIn = Templates(builtInSources)

    /// - Parameter sources: Templates that are compiled in, by their names.
    package init(_ sources: [String: String]) {
        for (name, text) in sources {
            do {
                templates[name] = try Template(text, path: "\(name).mustache")
            } catch {
                preconditionFailure("Templates/\(name).mustache, which is compiled in, is not valid: \(error)")
            }
        }
    }

    /// - Parameters:
    ///   - folder: A folder with templates. Those named as ours take their place; those named `_NAME.mustache` are partials of
    ///     others; those named `NAME.EXTENSION.mustache` make files of their own.
    ///   - own: Our templates.
    /// - Throws: `TemplateError` for a file that is not a template.
    package init(in folder: String, over own: Templates = .builtIn) throws {
        self = own
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw TemplateError(folder, "the folder of templates cannot be read")
        }
        for file in names where file.hasSuffix(".mustache") {
            let path = "\(folder)/\(file)"
            let name = String(file.dropLast(".mustache".count))
            guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8)
            else {
                throw TemplateError(path, "the template cannot be read as UTF-8 text")
            }
            if !Self.names.contains(name), !name.hasPrefix("_") { additions.append(try Self.addition(name, path)) }
            templates[name] = try Template(text, path: path)
        }
        for name in templates.keys.sorted() where includesItself(name) {
            throw TemplateError(templates[name]?.path, "the template `\(name)` includes itself")
        }
    }

    /// The templates of a target: those in `Templates` beside its specs, if that folder has `Names.md`, which `nettask templates
    /// export` writes, or a template that makes Swift. A folder of that name can as well hold the pages of a server.
    package init(besideSpecsIn folder: String) throws {
        let folder = "\(folder)/Templates"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let isOurs = names.contains { $0 == "Names.md" || $0.hasSuffix(".swift.mustache") }
        self = isOurs ? try Templates(in: folder) : .builtIn
    }

    private static func addition(_ name: String, _ path: String) throws -> Addition {
        guard let addition = Addition(name) else {
            let known = names.sorted().joined(separator: ", ")
            throw TemplateError(
                path,
                "there is no template `\(name)` to replace; there are: \(known). Name a template that makes files of its own "
                    + "`NAME.EXTENSION.mustache`, such as `Mocks.swift.mustache`, and one that others include `_NAME.mustache`"
            )
        }
        return addition
    }

    /// - Throws: `TemplateError` if the templates use a name that is not there.
    package func render<Subject>(_ name: String, _ table: ViewTable<Subject>, _ subject: Subject) throws -> String {
        guard let template = templates[name] else { preconditionFailure("there is no template \(name)") }
        var rendering = Rendering(templates)
        try rendering.render(template, table.view(of: subject))
        return rendering.text
    }

    /// - Throws: `TemplateError` also if the file would not be known as generated.
    func render(_ file: SwiftFile, with name: String = "file") throws -> String {
        let text = try render(name, Views.file, file)
        if FileMark(firstLineOf: text) == file.mark { return text }
        throw TemplateError(
            templates[name]?.path,
            "the first line has to hold `{{mark}}`, by which nettask knows the file as its own"
        )
    }

    /// Whether a template has itself as a partial, at whatever depth: to render it would never end.
    private func includesItself(_ name: String) -> Bool {
        let partials = { (name: String) in (templates[name]?.partials ?? []).map(\.text) }
        return Graph.reached(from: partials(name), partials).contains(name)
    }

    /// The files of the folder `Templates`, which Scripts/embed-files writes into Swift.
    package static let builtInSources: [String: String] = [
        "client": BuiltInTemplates.client,
        "enumeration": BuiltInTemplates.enumeration,
        "example": BuiltInTemplates.example,
        "file": BuiltInTemplates.file,
        "structure": BuiltInTemplates.structure,
        "task": BuiltInTemplates.task,
    ]

    /// The names of all templates that can be replaced. Those of packages are in NetTaskAuthoring.
    package static let names = packageNames.union(builtInSources.keys)
    package static let packageNames: Set = ["firstTest", "gitignore", "manifest", "overlay", "readme", "starter"]
}

/// Something is wrong with a template: one of the user's own, or one that was overridden.
package struct TemplateError: PlacedError, Equatable {
    /// The file of the template, where it is known.
    package let file: String?
    package let line: Int?
    package let message: String
    package var code: DiagnosticCode { .invalidTemplate }

    package init(_ file: String?, line: Int? = nil, _ message: String) {
        self.file = file
        self.line = line
        self.message = message
    }
}
