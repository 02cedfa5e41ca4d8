import Foundation
import PackagePlugin

/// The folder of a target that has specs.
struct SpecFolder {
    var name: String
    /// The module of the target.
    var module: String
    var url: URL
    /// Whether the specs are files of the target, where the build plugin finds them. Without the plugin, SwiftPM warns about
    /// such files, unless they are excluded.
    var isSeenByPlugins: Bool

    static func all(in package: Package) -> [SpecFolder] {
        let targets = package.targets.compactMap { $0 as? any SourceModuleTarget }
        var folders = targets.map { target in
            let isSeen = target.sourceFiles.contains { isSpec($0.url) }
            return SpecFolder(
                name: target.name,
                module: target.moduleName,
                url: target.directoryURL,
                isSeenByPlugins: isSeen
            )
        }
        // SwiftPM ignores a target without Swift files.
        let known = Set(folders.map(\.url.standardizedFileURL.path))
        for parent in ["Sources", "Tests"] {
            let parent = package.directoryURL.appendingPathComponent(parent)
            let children = try? FileManager.default.contentsOfDirectory(at: parent, includingPropertiesForKeys: nil)
            for url in children ?? [] where !known.contains(url.standardizedFileURL.path) {
                let name = url.lastPathComponent
                folders.append(SpecFolder(name: name, module: name, url: url, isSeenByPlugins: false))
            }
        }
        return folders.filter { hasSpecs($0.url) }.sorted { $0.name < $1.name }
    }

    private static func hasSpecs(_ folder: URL) -> Bool {
        let files = FileManager.default.enumerator(
            at: folder,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        for case let file as URL in files ?? .init() where isSpec(file) { return true }
        return false
    }

    private static func isSpec(_ url: URL) -> Bool {
        url.lastPathComponent.hasSuffix(".nettask.yaml") || url.lastPathComponent.hasSuffix(".nettask.yml")
    }
}
