package import NetTaskGenerator
package import NetTaskSpec

/// The files of a package for generated Swift code, without this code.
package struct ClientPackage: Sendable {
    let name: String
    let specs: [Spec]
    let dependency: NetTaskDependency

    /// - Parameter name: The name of the package, its product and its module: an identifier.
    package init(name: String, specs: [Spec], dependency: NetTaskDependency) {
        self.name = name
        self.specs = specs
        self.dependency = dependency
    }

    /// The folder for the generated code, relative to the package.
    package var sources: String { "Sources/\(name)" }

    /// - Throws: `TemplateError` if the templates use an unknown name.
    package func files(_ templates: Templates = .withPackage) throws -> [PackageFile] {
        try [
            ("Package.swift", "manifest"), ("README.md", "readme"), (".gitignore", "gitignore"),
            ("Tests/\(name)Tests/FirstTests.swift", "firstTest"),
        ].map { path, template in
            PackageFile(path: path, text: try templates.render(template, Views.package, self))
        }
    }

    /// The descriptions of the specs.
    var descriptions: [String] {
        specs.compactMap(\.description).map { description in
            description.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .map(DocComment.visible).joined(separator: "\n")
        }
    }

    var usesStreams: Bool { specs.contains { $0.endpoints.contains(where: \.usesStreams) } }
    var usesOAuth: Bool { specs.contains { $0.auth.contains(where: \.hasServer) } }
    var usesValidation: Bool { specs.contains(where: \.usesValidation) }
    var hasMocks: Bool { specs.contains(where: \.hasMocks) }
    var hasWebhooks: Bool { specs.contains { $0.webhooks != nil } }
    var isDurable: Bool { specs.contains { $0.endpoints.contains(where: \.isDurable) } }
}

extension Templates {
    /// The built-in templates of Swift files, of packages, and of a starter spec.
    package static let withPackage = Templates(sources)

    static let sources = builtInSources.merging(
        [
            "firstTest": PackageTemplates.firstTest, "gitignore": PackageTemplates.gitignore,
            "manifest": PackageTemplates.manifest, "overlay": PackageTemplates.overlay,
            "readme": PackageTemplates.readme, "starter": PackageTemplates.starter,
        ]
    ) { first, _ in first }

    /// The spec that `nettask init` writes.
    package static func starterSpec() throws -> String {
        try withPackage.render("starter", ViewTable<Void>("starter", "A spec to start from.") { _ in }, ())
    }

    /// The spec that `nettask init --from` writes next to an imported spec.
    package static func overlay(of main: String, in folder: String) throws -> String {
        let view = ViewTable<Void>("overlay", "A spec that extends an imported one.") { view in
            view.text("main", "The name of the imported spec.") { _ in main }
            view.text("folder", "The folder that it was imported into.") { _ in folder }
        }
        return try withPackage.render("overlay", view, ())
    }
}

extension Views {
    static let package = ViewTable<ClientPackage>(
        "package",
        "The package of `nettask generate --package`, for `manifest`, `readme`, `gitignore` and `firstTest.mustache`."
    ) { view in
        view.text("mark", "The text that the first or second line must contain, so that runs replace the file.") { _ in
            PackageFile.mark
        }
        view.text("name", "The name of the package, its product and its module.") { $0.name }
        view.code("dependency", "The manifest's dependency on NetTask, with the traits that the client needs.") {
            $0.dependency.declaration(traits: $0.hasWebhooks ? ["Crypto"] : [])
        }
        view.code("packageName", "The name of NetTask's package in product dependencies, as a literal.") {
            "\($0.dependency.packageName)"
        }
        view.text("path", "The folder that NetTask is taken from; empty if it comes from a repository.") {
            if case .path(let path) = $0.dependency { DocComment.visible(path) } else { nil }
        }
        view.flag("isDurable", "Whether there are durable endpoints.") { $0.isDurable }
        view.flag("hasMocks", "Whether there are mocks.") { $0.hasMocks }
        view.flag("usesOAuth", "Whether there are OAuth 2 servers.") { $0.usesOAuth }
        view.flag("usesStreams", "Whether there are streams, pages or long-running operations.") { $0.usesStreams }
        view.flag("usesValidation", "Whether tasks check constraints.") { $0.usesValidation }
        view.flag("hasWebhooks", "Whether there are webhooks.") { $0.hasWebhooks }
        view.texts("descriptions", "The descriptions of the specs.") { $0.descriptions }
        view.view("example", "The call of an endpoint whose values can be invented, if there is one.", call) {
            ExampleCall(of: $0.specs)
        }
    }

    static let call = ViewTable<ExampleCall>("call", "The call of an endpoint.") { view in
        view.code("type", "The type of the task.") { $0.type }
        view.lines("task", "The statement that makes the task: `let task = …`.") {
            [$0.call.wrapped(in: "let task = ")]
        }
        view.flag("hasResponse", "Whether the call returns a response.") { $0.hasResponse }
        view.flag("lacksBaseURL", "Whether the queue needs a base URL.") { $0.lacksBaseURL }
    }
}

/// The source of NetTask for a generated package.
package enum NetTaskDependency: Sendable, Equatable {
    /// A checkout, by its path relative to the package, or an absolute path.
    case path(String)
    /// A repository, and the lowest suitable version.
    case url(String, from: String)

    /// The entry in `dependencies:`. The name lets SwiftPM find a package in a folder with any name.
    func declaration(traits: [String]) -> SwiftCode {
        let list = SwiftCode.list(of: traits.map { StringLiteral($0) })
        let traits: SwiftCode = traits.isEmpty ? "" : ", traits: \(list)"
        return switch self {
        case .path(let path): ".package(name: \"NetTask\", path: \(StringLiteral(path))\(traits))"
        case .url(let url, let version):
            ".package(url: \(StringLiteral(url)), from: \(StringLiteral(version))\(traits))"
        }
    }

    /// The name of the package in products: for a repository, the last part of its URL.
    var packageName: StringLiteral {
        switch self {
        case .path:
            return StringLiteral("NetTask")
        case .url(let url, _):
            var name = url.split(separator: "/").last.map(String.init) ?? "NetTask"
            if name.hasSuffix(".git") { name.removeLast(4) }
            return StringLiteral(name)
        }
    }
}
