import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program that runs on a terminal, of which the test is the screen.
final class TerminalSession {
    /// All that it has written so far, with the line ends of the program.
    private(set) var output = ""
    private let process = Process()
    private let screen: Int32

    init(
        _ tool: Tool,
        _ arguments: String...,
        columns: UInt16 = 80,
        environment: [String: String] = ["TERM": "xterm"]
    ) throws {
        var (screen, program): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&screen, &program, nil, nil, &size) == 0 else { throw CocoaError(.fileReadUnknown) }
        self.screen = screen
        let handle = FileHandle(fileDescriptor: program, closeOnDealloc: false)
        process.executableURL = tool.executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: tool.folder)
        process.environment = tool.environment(environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        defer { close(program) }
        // A program inherits which signals are blocked, and the threads of tests block them.
        var (none, before) = (sigset_t(), sigset_t())
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        close(screen)
    }

    /// Reads until the program has written the text, or has ended.
    ///
    /// - Returns: What it wrote since the last call, up to there and a little more.
    func read(until text: String) -> String {
        var new = ""
        while !new.contains(text), let more = readSome() { new += more }
        return new
    }

    /// Reads to the end of the program.
    ///
    /// - Returns: Its exit status; that of the signal if one ended it.
    @discardableResult
    func finish() -> Int32 {
        while readSome() != nil {}
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// As Ctrl-C does.
    func interrupt() { process.interrupt() }

    var endedBySignal: Bool { process.terminationReason == .uncaughtSignal }

    private func readSome() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = systemRead(screen, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let text = String(decoding: bytes[..<count], as: UTF8.self).replacing("\r\n", with: "\n")
        output += text
        return text
    }
}

/// The system's, which a method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
