import Foundation

/// The resources that a command and its children have used.
struct Usage: Codable {
    /// User and system.
    var cpuSeconds: Double
    /// Of the largest process.
    var peakBytes: Double
    var status: Int32

    /// The usage of the ended children of this process, and of their children.
    static func ofChildren(status: Int32) -> Usage {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
            let unit = 1024.0
        #else
            getrusage(RUSAGE_CHILDREN, &usage)
            let unit = 1.0
        #endif
        return Usage(
            cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            peakBytes: Double(usage.ru_maxrss) * unit,
            status: status
        )
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }
}
