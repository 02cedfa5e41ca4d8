import Foundation
import Testing

@testable import build_cost

@Suite(.timeLimit(.minutes(5))) struct UsageTests {
    @Test("A measured command counts with its children, and leaves its output in a log")
    func measured() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("usage-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let command = Command(
            arguments: ["sh", "-c", "sh -c 'i=0; while [ $i -lt 500000 ]; do i=$((i + 1)); done'; echo $NAME"],
            environment: ["NAME": "said"],
            log: folder.appendingPathComponent("command.log")
        )

        let usage = try command.measure(by: Self.program)

        #expect(usage.cpuSeconds > 0.1, "which is more than this program takes itself")
        #expect(usage.peakBytes > 100_000)
        #expect(try String(contentsOf: command.log, encoding: .utf8) == "said\n")
    }

    @Test("A command that fails is an error with the end of its output")
    func failing() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("usage-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let command = Command(
            arguments: ["sh", "-c", "echo first; echo last >&2; exit 3"],
            log: folder.appendingPathComponent("command.log")
        )
        let failure = try #require(throws: Command.Failure.self) { try command.measure(by: Self.program) }
        #expect(failure.status == 3)
        #expect(failure.lines == ["first", "last"])
    }

    /// SwiftPM builds it beside the tests.
    private static var program: URL {
        var folder = Bundle.main.bundleURL
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            folder = URL(fileURLWithPath: argument)
        }
        while folder.path != "/", !FileManager.default.isExecutableFile(atPath: folder.path + "/build-cost") {
            folder.deleteLastPathComponent()
        }
        return folder.appendingPathComponent("build-cost")
    }
}
