import Foundation

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// The mutants so far, and those that became Swift on the disk.
struct Mutants {
    var faults: [String] = []
    private let folder: String
    /// Where the last one is found after a crash.
    private let last: FileHandle
    private var accepted = 0
    /// Seconds of this process, whatever else the machine does.
    private var slowest = (seconds: 0.0, round: 0)
    /// Hashes of what is on the disk.
    private var written: Set<Int> = []

    init(folder: String) throws {
        self.folder = folder
        try Data().write(to: URL(fileURLWithPath: "\(folder)/last.nettask.yaml"))
        last = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder)/last.nettask.yaml"))
    }

    mutating func check(_ mutant: [UInt8], round: Int) throws {
        try last.truncate(atOffset: 0)
        try last.write(contentsOf: Data(mutant))
        alarm(60)  // ends the process
        let start = clock()
        let result = SpecReader.read(sources: [.init(path: "mutant.nettask.yaml", bytes: mutant)])
        let files = try Generator().files(for: result.specs)
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        alarm(0)

        if seconds > slowest.seconds { slowest = (seconds, round) }
        var found: [String] = []
        if seconds > SpecMutations.limits.seconds { found.append("\(seconds) s") }
        if result.specs.isEmpty == result.diagnostics.isEmpty { found.append("not either a spec or diagnostics") }
        if result.specs.isEmpty != files.isEmpty || files.contains(where: \.text.isEmpty) { found.append("no Swift") }
        for diagnostic in result.diagnostics where !diagnostic.description.hasPrefix("mutant.nettask.yaml:") {
            found.append("without a place: \(diagnostic)")
        }
        if !found.isEmpty {
            try write(mutant, to: "fault-\(round).nettask.yaml")
            faults += found.map { "mutant \(round): \($0)" }
        }
        guard let spec = result.specs.first, let text = files.first?.text else { return }
        accepted += 1
        guard written.insert(text.hashValue).inserted else { return }
        try write(mutant, to: "accepted/\(round).nettask.yaml")
        try write(Array(text.utf8), to: "\(spec.namesOwnSwift ? "beside-own" : "alone")/\(round).swift")
    }

    func summary(count: Int) -> String {
        let slowest = String(format: "the slowest %.3f s (mutant %d)", self.slowest.seconds, self.slowest.round)
        return "\(count) mutants, \(accepted) accepted, \(written.count) different files of Swift, \(slowest)"
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
}

extension Spec {
    /// Whether it names Swift of the user's, without which its code does not compile.
    fileprivate var namesOwnSwift: Bool {
        let fields = shapes.flatMap { $0.fields ?? [] } + endpoints.flatMap { $0.params + $0.responseHeaders }
        return shapes.contains { shape in
            if case .custom = shape.kind { return true }
            return shape.conformances.contains { if case .own = $0 { true } else { false } }
        } || fields.contains { $0.transform != nil } || endpoints.contains { $0.delivery.durability?.codec != nil }
    }
}
