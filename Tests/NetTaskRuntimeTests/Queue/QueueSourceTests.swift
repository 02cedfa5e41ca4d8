import Foundation
import Testing

@Suite("The sources of the queue")
struct QueueSourceTests {
    @Test("The queue knows no wire: its sources name nothing of the rooms beside it")
    func words() throws {
        // given
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = package.appendingPathComponent("Sources/NetTaskRuntime/Queue")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(!files.isEmpty)
        // then
        for file in files {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            for word in ["HTTP", "Pack" + "ing", "Packer", "JSON", "URL"] {
                #expect(!text.contains(word), "\(word) in \(file)")
            }
        }
    }
}
