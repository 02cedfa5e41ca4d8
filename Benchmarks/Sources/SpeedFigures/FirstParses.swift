import Foundation

/// Runs of `first-parse`, alternating between NetTask and its peer.
struct FirstParses {
    var executable: URL
    var count = 15

    /// The medians, in nanoseconds.
    func run() throws -> (ours: Double, peer: Double) {
        var ours: [Double] = []
        var peer: [Double] = []
        for _ in 0..<count {
            ours.append(try Program(executable).number("NetTask"))
            peer.append(try Program(executable).number("JSONDecoder"))
        }
        return (ours.sorted()[count / 2], peer.sorted()[count / 2])
    }
}
