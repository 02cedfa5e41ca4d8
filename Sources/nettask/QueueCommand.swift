import ArgumentParser
import Foundation
import NetTaskGenerator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Shows and changes the tasks of a durable store, with nettask-queue.",
        discussion: """
            Runs nettask-queue with the same arguments: the program beside nettask, or the first one on PATH. nettask-queue \
            is a program of its own, so that generating code needs no SQLite.

            Exit status: that of nettask-queue, or 69 if it is not found or cannot be run.
            """
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: "The arguments of nettask-queue; `nettask queue --help` shows its help."
    )
    var arguments: [String] = []

    func run() throws {
        for path in Self.candidates where FileManager.default.isExecutableFile(atPath: path) {
            var pointers = ([path] + arguments).map { strdup($0) } + [nil]
            execv(path, &pointers)
            // execv returns only after an error.
            printError("error: \(path) cannot be run: \(String(cString: strerror(errno)))")
            throw ExitCode(Self.unavailable)
        }
        printError(
            """
            error: nettask-queue is neither beside nettask nor on PATH; build it in the package NetTask with \
            `swift build --product nettask-queue --traits SQLite`, and copy it to one of these folders
            """
        )
        throw ExitCode(Self.unavailable)
    }

    /// `EX_UNAVAILABLE` of sysexits.h.
    private static let unavailable: Int32 = 69

    private static var candidates: [String] {
        let beside = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        return ((beside.map { [$0] } ?? []) + path).map { $0 + "/nettask-queue" }
    }
}
