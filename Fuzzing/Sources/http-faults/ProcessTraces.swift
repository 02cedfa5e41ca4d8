import Foundation

/// What a process holds of its system. Linux only; elsewhere all is 0.
struct ProcessTraces {
    var descriptors = 0
    var threads = 0
    /// In bytes.
    var memory = 0

    static func now() -> ProcessTraces {
        var traces = ProcessTraces()
        #if os(Linux)
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            for line in status.split(separator: "\n") {
                let words = line.split { $0 == " " || $0 == "\t" }
                switch words.first {
                case "Threads:": traces.threads = Int(words[1]) ?? 0
                case "VmRSS:": traces.memory = (Int(words[1]) ?? 0) * 1024
                default: break
                }
            }
            traces.descriptors = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
        #endif
        return traces
    }
}
