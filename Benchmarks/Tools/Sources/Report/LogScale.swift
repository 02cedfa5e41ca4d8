import Foundation

/// The position of a ratio in the plot, on a logarithmic scale.
struct LogScale {
    private let least: Double
    private let most: Double

    /// From 1, 2 or 5 times a power of ten below all ratios to one above. 1× is always included.
    init(covering ratios: [Double]) {
        let usable = ratios.filter { $0.isFinite && $0 > 0 } + [1]
        least = Self.steps.last { $0 <= usable.min()! } ?? Self.steps[0]
        most = max(Self.steps.first { $0 >= usable.max()! } ?? Self.steps.last!, 10)
    }

    func x(_ ratio: Double) -> Double {
        let inside = min(max(ratio, least), most)
        let part = log(inside / least) / log(most / least)
        return Layout.plotStart + part * (Layout.plotEnd - Layout.plotStart)
    }

    /// The powers of ten, and the ends.
    var ticks: [Double] {
        Self.steps.filter { step in
            let isPower = abs(log10(step) - log10(step).rounded()) < 1e-9
            return step >= least && step <= most && (isPower || step == least || step == most)
        }
    }

    private static let steps: [Double] = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000,
    ]
}
