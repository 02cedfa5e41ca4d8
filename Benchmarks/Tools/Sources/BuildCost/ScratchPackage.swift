import Foundation

/// A package that uses one side.
struct ScratchPackage {
    struct Target {
        var name: String
        var isLibrary = false
        /// Other targets of the package.
        var uses: [String] = []
        var hasPlugin = false
    }

    let side: Side
    let folder: URL
    private let name: String
    private let settings: Settings

    init(_ name: String, of side: Side, _ settings: Settings) {
        self.name = "\(side.id)-\(name)"
        self.side = side
        self.settings = settings
        folder = settings.scratch.appendingPathComponent(self.name)
    }

    func write(_ targets: [Target]) throws {
        let list = targets.map { target in
            let kind = target.isLibrary ? "target" : "executableTarget"
            let uses = ([side.runtime] + target.uses.map { "\"\($0)\"" }).joined(separator: ", ")
            let plugins = target.hasPlugin ? ", plugins: [\(side.plugin)]" : ""
            return "        .\(kind)(name: \"\(target.name)\", dependencies: [\(uses)]\(plugins)),"
        }
        let manifest = """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "\(name)",
                platforms: [.macOS(.v13)],
                dependencies: [\(side.dependencies.joined(separator: ", "))],
                targets: [
            \(list.joined(separator: "\n"))
                ]
            )

            """
        try write(manifest, to: "Package.swift")
    }

    /// Does not write a file whose content is the same.
    func write(_ text: String, to path: String) throws {
        let file = folder.appendingPathComponent(path)
        if (try? String(contentsOf: file, encoding: .utf8)) == text { return }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    func build(_ arguments: String..., log: String) -> Command {
        settings.command([settings.swift, "build"] + arguments, log: "\(name)-\(log)", in: folder)
    }

    func resolve() throws {
        try settings.command([settings.swift, "package", "resolve"], log: "\(name)-resolve", in: folder).run()
    }

    /// Removes all build products, but not the fetched dependencies.
    func removeBuilt() throws {
        let build = folder.appendingPathComponent(".build")
        let fetched: Set = ["artifacts", "checkouts", "repositories", "workspace-state.json"]
        for name in try FileManager.default.contentsOfDirectory(atPath: build.path) where !fetched.contains(name) {
            try FileManager.default.removeItem(at: build.appendingPathComponent(name))
        }
    }

    /// Not the path of a link to it, because the compiler treats modules with another path as different.
    func built(_ configuration: String) -> URL {
        folder.appendingPathComponent(".build/\(configuration)").resolvingSymlinksInPath()
    }
}
