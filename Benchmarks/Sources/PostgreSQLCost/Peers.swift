import Figures
import Foundation

/// The results of Peers/postgresql/peers.py, in seconds by name.
struct Peers {
    static let statements = "claims and ends of the store's statements"
    static let procrastinate = "procrastinate"
    static let pgqueuer = "pgqueuer"
    static let manyRows = "a row of an INSERT of 1,000"
    static let singleRows = "an INSERT of one row, 64 connections"
    static let p50 = "a NOTIFY, p50"
    static let p99 = "a NOTIFY, p99"

    private struct Line: Decodable {
        var what: String
        var seconds: Double
        var version: String?
    }

    struct Failure: Error {}

    private var times: [String: Double] = [:]
    private(set) var versions: [String: String] = [:]

    init() {}

    init(python: String, address: String) throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python, "Benchmarks/Peers/postgresql/peers.py", address]
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let line = try JSONDecoder().decode(Line.self, from: line)
            times[line.what] = line.seconds
            versions[line.what] = line.version
        }
    }

    func figure(_ subject: String, _ ours: Double, beside peer: String, atLeast ratio: Double) -> Figure {
        Figure(
            .postgresql,
            subject,
            .seconds,
            ours: ours,
            peer: times[peer].map { .init(peer, $0) },
            target: .ratio(atLeast: ratio)
        )
    }
}
