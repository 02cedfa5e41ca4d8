import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The system resources of a process. Linux only; elsewhere 0.
struct ProcessTraces {
    var descriptors = 0
    var threads = 0
    /// The resident memory, in bytes.
    var memory = 0
    /// The largest resident memory so far.
    var peak = 0

    static func now() -> ProcessTraces {
        var traces = ProcessTraces()
        #if canImport(Glibc)
            giveBackMemory()
        #endif
        #if os(Linux)
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            for line in status.split(separator: "\n") {
                let words = line.split { $0 == " " || $0 == "\t" }
                switch words.first {
                case "Threads:": traces.threads = Int(words[1]) ?? 0
                case "VmRSS:": traces.memory = (Int(words[1]) ?? 0) * 1024
                case "VmHWM:": traces.peak = (Int(words[1]) ?? 0) * 1024
                default: break
                }
            }
            traces.descriptors = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
        #endif
        return traces
    }

    #if canImport(Glibc)
        /// Makes the C library return freed memory to the system. Swift does not import the function.
        private static func giveBackMemory() {
            typealias Trim = @convention(c) (Int) -> Int32
            guard let function = dlsym(nil, "malloc_trim") else { return }
            _ = unsafeBitCast(function, to: Trim.self)(0)
        }
    #endif
}
