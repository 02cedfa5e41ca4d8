import Foundation
import Testing

@Suite("nettask queue")
struct QueueCommandTests {
    private let nettask = Tool()

    /// Stands for the real one: says how it was called.
    private static let script =
        "#!/bin/sh\nprintf '%s' \"$0\"\nfor word in \"$@\"; do printf ' [%s]' \"$word\"; done\nexit 7\n"

    @Test("runs the nettask-queue beside it, with the same arguments and exit status")
    func beside() throws {
        // given
        let copy = try nettask.copy(to: "bin/nettask")
        try nettask.writeScript(Self.script, to: "bin/nettask-queue")
        try nettask.writeScript(Self.script, to: "path/nettask-queue")

        // when
        let result = try copy.run(
            ["queue", "list", "a store", "--format=json", "--", "-x", ""],
            path: "\(nettask.folder)/path"
        )

        // then
        let arguments = "[list] [a store] [--format=json] [--] [-x] []"
        #expect(result.output == "\(nettask.folder)/bin/nettask-queue \(arguments)")
        #expect(result.status == 7)
    }

    @Test("runs nettask-queue on PATH if there is none beside it, even for its help")
    func onPath() throws {
        // given
        let copy = try nettask.copy(to: "bin/nettask")
        try nettask.writeScript(Self.script, to: "path/nettask-queue")

        // when
        let result = try copy.run(["queue", "--help"], path: "/nowhere:\(nettask.folder)/path")

        // then
        #expect(result.output == "\(nettask.folder)/path/nettask-queue [--help]")
    }

    @Test("explains how to get nettask-queue if there is none")
    func missing() throws {
        // given
        let copy = try nettask.copy(to: "bin/nettask")

        // when
        let result = try copy.run(["queue", "list", "store"], path: "/nowhere")

        // then
        #expect(result.errors.contains("`swift build --product nettask-queue --traits SQLite`"))
        #expect(result.status == 69)
    }
}
