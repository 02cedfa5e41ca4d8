import Foundation
import Subjects

/// The results of the benchmarks, in Benchmark's format `jmh`.
struct Medians {
    private struct Element: Decodable {
        var benchmark: String
        var secondaryMetrics: [String: Metric]
    }

    private struct Metric: Decodable {
        var scorePercentiles: [String: Double]
    }

    /// Nanoseconds, by names such as `parsePosts.ours`.
    private var medians: [String: Double] = [:]

    init(file: URL) throws {
        for element in try JSONDecoder().decode([Element].self, from: Data(contentsOf: file)) {
            let name = element.benchmark.split(separator: ".").suffix(2).joined(separator: ".")
            medians[name] = element.secondaryMetrics["cpuTime"]?.scorePercentiles["50.0"]
        }
    }

    /// nil if the subject was not measured.
    func times(of subject: Subject) -> (ours: Double, peer: Double)? {
        guard let ours = medians["\(subject.rawValue).ours"], let peer = medians["\(subject.rawValue).peer"] else {
            return nil
        }
        return (ours, peer)
    }
}
