import Foundation
import Testing

@Suite("Embedded files")
struct EmbeddedFilesTests {
    @Test(
        "are equal in Swift and in their folder. To write the Swift again: Scripts/embed-files",
        arguments: [
            ("Templates", "Sources/NetTaskGenerator/Rendering/BuiltInTemplates.swift"),
            ("Templates/Package", "Sources/NetTaskAuthoring/Package/PackageTemplates.swift"),
            ("Sources/NetTaskPostgreSQL/Store/Migrations", "Sources/NetTaskPostgreSQL/Store/Migrations.swift"),
        ]
    )
    func upToDate(folder: String, file: String) throws {
        let root = Toolchain.packageFolder
        let swift = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").filter { $0.contains(".") }
        for name in names {
            let text = try String(contentsOfFile: "\(root)/\(folder)/\(name)", encoding: .utf8)
            #expect(swift.contains("##\"\"\"\n\(text)\n\"\"\"##\n"), "\(name)")
        }
        #expect(swift.components(separatedBy: "    static let ").count == names.count + 1)
    }
}
