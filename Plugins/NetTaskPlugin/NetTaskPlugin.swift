import Foundation
import PackagePlugin

/// Generates Swift from every `*.nettask.yaml` in a target's folder, before the target is built.
@main
struct NetTaskPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        try VersionCheck.run(context.package)
        return try GenerateCommand(
            tool: try context.tool(named: "nettask-generate").url,
            folder: target.directoryURL,
            module: target.moduleName,
            modules: target.recursiveTargetDependencies.map(\.name).filter { $0.hasPrefix("NetTask") }.sorted(),
            files: target.sourceFiles.map(\.url),
            output: context.pluginWorkDirectoryURL
        ).commands()
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension NetTaskPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            try GenerateCommand(
                tool: try context.tool(named: "nettask-generate").url,
                folder: context.xcodeProject.directoryURL,
                module: String(target.displayName.map { $0.isLetter || $0.isNumber ? $0 : "_" }),
                files: target.inputFiles.map(\.url),
                output: context.pluginWorkDirectoryURL
            ).commands()
        }
    }
#endif
