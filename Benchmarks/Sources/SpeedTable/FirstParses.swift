import Foundation

/// Runs of `first-parse`, ours and the peer's by turns.
struct FirstParses {
    var executable: URL
    var count = 15

    /// The medians, in nanoseconds.
    func run() throws -> (ours: Double, peer: Double) {
        var ours: [Double] = []
        var peer: [Double] = []
        for _ in 0..<count {
            ours.append(try run("NetTask"))
            peer.append(try run("JSONDecoder"))
        }
        return (ours.sorted()[count / 2], peer.sorted()[count / 2])
    }

    private struct Failure: Error {
        var executable: URL
        var way: String
    }

    private func run(_ way: String) throws -> Double {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = executable
        process.arguments = [way]
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationStatus == 0, let nanoseconds = Double(text) else {
            throw Failure(executable: executable, way: way)
        }
        return nanoseconds
    }
}
