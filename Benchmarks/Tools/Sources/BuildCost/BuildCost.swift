import Figures
import Foundation

/// Measures the work that users wait for, in CPU seconds, compared with swift-openapi-generator and CreateAPI.
///
///     build-cost [PART…]      cold, compile, size, rebuild, import; by default all
///
/// `Settings` has the variables of the environment. Run it in the checkout of NetTask.
@main
struct BuildCost {
    static func main() {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first == Command.runOption {
                try Command.runOnly(Array(arguments.dropFirst()))
            }
            let parts = try arguments.isEmpty ? Part.allCases : arguments.map(part)
            let settings = Settings(
                checkout: URL(fileURLWithPath: FileManager.default.currentDirectoryPath),
                environment: ProcessInfo.processInfo.environment
            )
            for part in parts {
                var recorder = Recorder(part.rawValue)
                try part.measure(settings, &recorder)
            }
        } catch {
            FileHandle.standardError.write(Data("build-cost: \(error)\n".utf8))
            exit(1)
        }
    }

    private struct UnknownPart: Error, CustomStringConvertible {
        var name: String
        var description: String {
            "there is no part \(name); there are \(Part.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }

    private static func part(_ name: String) throws -> Part {
        guard let part = Part(rawValue: name) else { throw UnknownPart(name: name) }
        return part
    }
}
