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
        abstract: "Shows and mends what a store of durable tasks holds, by nettask-queue.",
        discussion: """
            Runs nettask-queue with the same arguments: the one beside nettask, or else the first on PATH. It is a program \
            of its own, so that nobody builds SQLite who only generates code.

            Exit status: that of nettask-queue, or 69 if there is none.
            """
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: "What nettask-queue is given; `nettask queue --help` shows its help."
    )
    var arguments: [String] = []

    func run() throws {
        for path in Self.candidates where FileManager.default.isExecutableFile(atPath: path) {
            var pointers = ([path] + arguments).map { strdup($0) } + [nil]
            execv(path, &pointers)
            // It comes back only if it could not be run.
            printError("error: \(path) cannot be run: \(String(cString: strerror(errno)))")
            throw ExitCode(Self.unavailable)
        }
        printError(
            """
            error: there is no nettask-queue beside nettask or on PATH; in the package NetTask, build it with \
            `swift build --product nettask-queue --traits SQLite`, and put it there
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
