import Foundation

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// Spoils good specs many times over, and looks at what becomes of each: diagnostics or Swift, in little time and memory.
@main
struct SpecMutations {
    /// A spec may take so long, in seconds of this process, and all of them together so much, in megabytes.
    static let limits = (seconds: 1.0, megabytes: 512)

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else {
            print("usage: spec-mutations COUNT SEED SPECS OUTPUT")
            exit(2)
        }
        let specs = try goodSpecs(in: arguments[3])
        var mutator = Mutator(specs: specs, random: SplitMix64(state: seed))
        var mutants = try Mutants(folder: arguments[4])
        for round in 0..<count {
            try mutants.check(mutator.mutant(of: specs[round % specs.count]), round: round)
        }
        let peak = peakMegabytes()
        if peak > limits.megabytes { mutants.faults.append("\(peak) MB of memory") }
        print(mutants.summary(count: count) + ", peak memory \(peak) MB")
        for fault in mutants.faults { print(fault) }
        exit(mutants.faults.isEmpty ? 0 : 1)
    }

    private static func goodSpecs(in folder: String) throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .map { Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) }
    }

    private static func peakMegabytes() -> Int {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss / 1024
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss / 1_048_576
        #endif
    }
}
