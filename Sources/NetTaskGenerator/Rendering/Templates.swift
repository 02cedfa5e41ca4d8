import Foundation
import Mustache

/// The templates, compiled: ours, and those of the user that take their place.
package struct Templates: Sendable {
    private let engine: Engine

    private enum Engine {
        /// Where none of them is overridden.
        case own(OwnTemplates)
        case mustache(MustacheLibrary)
    }

    /// Our own templates.
    package static let builtIn = Templates(engine: .own(OwnTemplates(sources: builtInSources)))

    private init(engine: Engine) {
        self.engine = engine
    }

    /// - Parameter folder: A folder with templates named as ours; those that it does not have stay ours.
    /// - Throws: `TemplateError` for a file that is no template, or that has the name of none of ours.
    package init(overriddenBy folder: String) throws {
        var library = Self.builtInLibrary()
        var sources = Self.builtInSources
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw TemplateError(path: folder, message: "the folder of templates cannot be read")
        }
        for file in names where file.hasSuffix(".mustache") {
            let path = "\(folder)/\(file)"
            let name = String(file.dropLast(".mustache".count))
            guard Self.builtInSources[name] != nil else {
                let known = Self.builtInSources.keys.sorted().joined(separator: ", ")
                throw TemplateError(
                    path: path,
                    message: "there is no template `\(name)` to override; there are: \(known)"
                )
            }
            guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data) else {
                throw TemplateError(path: path, message: "the template is no readable UTF-8 text")
            }
            sources[name] = text
            do {
                try library.register(text, named: name)
            } catch let error as MustacheTemplate.ParserError {
                let place = "\(path):\(error.context.lineNumber):\(error.context.columnNumber)"
                throw TemplateError(path: place, message: "the template is not valid Mustache: \(error.error)")
            } catch {
                throw TemplateError(path: path, message: "the template is not valid Mustache: \(error)")
            }
        }
        if let name = sources.keys.sorted().first(where: { Self.includesItself($0, sources) }) {
            throw TemplateError(path: "\(folder)/\(name).mustache", message: "the template `\(name)` includes itself")
        }
        engine = .mustache(library)
    }

    func render(_ view: View, withTemplate name: String) -> String {
        switch engine {
        case .own(let templates): templates.render(view, withTemplate: name)
        case .mustache(let library): library.render(view, withTemplate: name) ?? ""
        }
    }

    /// Whether a template has itself as a partial, at whatever depth: to render it would never end.
    private static func includesItself(_ name: String, _ sources: [String: String]) -> Bool {
        var seen: Set<String> = []
        var pending = partials(of: name, sources)
        while let next = pending.popLast() {
            if next == name { return true }
            if seen.insert(next).inserted { pending += partials(of: next, sources) }
        }
        return false
    }

    /// The names in `{{> name}}`, `{{< name}}` and their like.
    private static func partials(of name: String, _ sources: [String: String]) -> [String] {
        (sources[name] ?? "").split(separator: "{{").compactMap { tag in
            let tag = tag.drop { $0 == "{" || $0 == " " }
            guard tag.first == ">" || tag.first == "<" else { return nil }
            let name = tag.dropFirst().drop { $0 == " " || $0 == "*" }
            return String(name.prefix { $0 != " " && $0 != "}" })
        }
    }

    private static func builtInLibrary() -> MustacheLibrary {
        var templates: [String: MustacheTemplate] = [:]
        for (name, source) in builtInSources {
            do {
                templates[name] = try MustacheTemplate(string: source)
            } catch {
                preconditionFailure("Templates/\(name).mustache, which is compiled in, is not valid Mustache: \(error)")
            }
        }
        return MustacheLibrary(templates: templates)
    }

    /// The files of the folder `Templates`, which SwiftPM compiles in.
    static let builtInSources: [String: String] = [
        "file": String(decoding: PackageResources.file_mustache, as: UTF8.self),
        "namespace": String(decoding: PackageResources.namespace_mustache, as: UTF8.self),
        "structure": String(decoding: PackageResources.structure_mustache, as: UTF8.self),
        "enumeration": String(decoding: PackageResources.enumeration_mustache, as: UTF8.self),
        "task": String(decoding: PackageResources.task_mustache, as: UTF8.self),
    ]
}

extension String {
    fileprivate init?(validating data: Data) {
        self.init(data: data, encoding: .utf8)
    }
}
