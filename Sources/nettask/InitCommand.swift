import ArgumentParser
import Foundation

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a commented spec to start from."
    )

    @Argument(help: "Where to write it.")
    var path = "api.nettask.yaml"

    func run() throws {
        do {
            try Data(StarterSpec.text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
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
