import Foundation
import Testing

/// The bounds keep the build of the plugin's users short. A feature that does not fit first needs room, made elsewhere.
@Suite("The size of the generator's modules, in lines of code without blanks and comments")
struct SizeTests {
    @Test("What users of the build plugin compile does not exceed its bound")
    func plugin() throws {
        // given all targets that `nettask-generate` depends on
        let targets = ["NetTaskSpec", "NetTaskGenerator", "nettask-generate"]

        // then
        #expect(try lineCount(of: targets) <= 17_615)
    }

    @Test("The generator's side does not exceed its bound")
    func whole() throws {
        // given
        let targets = [
            "NetTaskSpec", "NetTaskGenerator", "NetTaskAuthoring", "NetTaskImport", "NetTaskComparison", "nettask",
        ]

        // then
        #expect(try lineCount(of: targets) <= 33_410)
    }

    private func lineCount(of targets: [String]) throws -> Int {
        try targets.reduce(0) { count, target in
            let folder = "\(Toolchain.packageFolder)/Sources/\(target)"
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            #expect(!files.isEmpty, "\(target)")
            return try files.reduce(count) { count, file in
                let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
                return count + text.split(whereSeparator: \.isNewline).count(where: isCode)
            }
        }
    }

    private func isCode(_ line: Substring) -> Bool {
        let text = line.drop(while: \.isWhitespace)
        return !text.isEmpty && !text.hasPrefix("//")
    }
}
