import Foundation
import PackagePlugin

/// `swift package generate-nettasks`: writes generated code next to the specs, for projects that keep it with their sources.
@main
struct NetTaskCommand: CommandPlugin {
    /// - Parameter arguments: `--target NAME`, for any number of targets. Other arguments are passed to
    ///   `nettask-generate`, which documents them.
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var arguments = ArgumentExtractor(arguments)
        let names = arguments.extractOption(named: "target")
        let tool = try context.tool(named: "nettask-generate").url
        var count = 0
        for folder in SpecFolder.all(in: context.package) where names.isEmpty || names.contains(folder.name) {
            guard names.contains(folder.name) || !folder.isSeenByPlugins else {
                Diagnostics.warning(
                    """
                    nothing is written for \(folder.name), whose specs NetTaskPlugin would find too: exclude them from the \
                    target, or, if it does not use the plugin, say --target \(folder.name)
                    """
                )
                continue
            }
            try run(tool, for: folder, arguments.remainingArguments)
            count += 1
        }
        if !names.isEmpty, count == 0 { throw CommandError.noSpecs(targets: names) }
        if count == 0 { Diagnostics.remark("there is no *.nettask.yaml to write Swift for") }
    }

    private func run(_ tool: URL, for folder: SpecFolder, _ arguments: [String]) throws {
        let path = folder.url.path
        let process = Process()
        process.executableURL = tool
        process.arguments = ["--folder", path, path + "/Generated", "--module", folder.module] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CommandError.failed(target: folder.name) }
    }
}

enum CommandError: Error, CustomStringConvertible {
    case failed(target: String)
    case noSpecs(targets: [String])

    var description: String {
        switch self {
        case .failed(let target): "nothing was written for the target \(target)"
        case .noSpecs(let targets):
            "there is no *.nettask.yaml in the folder of the target \(targets.joined(separator: ", "))"
        }
    }
}
