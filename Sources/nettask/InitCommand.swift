import ArgumentParser
import Foundation
import NetTaskGenerator

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a commented spec to start from."
    )

    @Argument(help: "Where to write it: a name that ends in .nettask.yaml.")
    var path = "api.nettask.yaml"

    func run() throws {
        guard path.hasSuffix(".nettask.yaml") || path.hasSuffix(".nettask.yml") else {
            printError("error: the name of a spec ends in .nettask.yaml, so that the plugin finds it; \(path) does not")
            throw ExitCode.failure
        }
        let url = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(Templates.starterSpec().utf8).write(to: url, options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            printError("error: \(path) is there already; give another path")
            throw ExitCode.failure
        } catch {
            printError("error: \(path) cannot be written: \(error.localizedDescription)")
            throw ExitCode.failure
        }
        print("wrote \(path); next: nettask generate \(path) --output Sources/Client")
    }
}
