import Figures
import Foundation

/// An OpenAPI document for the measurements.
struct Document {
    enum Known: String, CaseIterable {
        case petstore
        case openai
        case github

        /// The source of the document for which the targets are set.
        var origin: String {
            switch self {
            case .petstore: "test inputs of github.com/mattpolzin/OpenAPIKit"
            case .openai: "examples of github.com/apple/swift-openapi-generator"
            case .github: "test specs of github.com/CreateAPI/CreateAPI"
            }
        }
    }

    let known: Known
    let file: URL
    let text: String
    /// The number of endpoints of its client.
    let operations: Int

    init(_ known: Known, in folder: URL) throws {
        self.known = known
        file = folder.appendingPathComponent(known.rawValue + ".yaml")
        text = try String(contentsOf: file, encoding: .utf8)
        operations = text.split(separator: "\n").count { $0.drop { $0 == " " }.hasPrefix("operationId:") }
    }

    var name: String { known.rawValue }

    func data(_ settings: Settings) throws -> DataFile {
        let command = settings.command(["shasum", "-a", "256", file.path], log: "sha256")
        try command.run()
        let hash = try String(contentsOf: command.log, encoding: .utf8).split(separator: " ").first
        return DataFile(
            name: file.lastPathComponent,
            bytes: text.utf8.count,
            sha256: hash.map(String.init) ?? "",
            operations: operations,
            origin: known.origin
        )
    }
}
