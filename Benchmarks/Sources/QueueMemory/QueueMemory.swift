import Foundation
import NetTaskRuntime
import Subjects

/// Prints the bytes that a waiting task needs in a queue, itself included: for a million tasks, and for this process.
@main
struct QueueMemory {
    static func main() throws {
        let count = 1_000_000
        let queue = NetTaskQueue<Int, Int>(limit: 8, handler: InstantHandler())
        queue.suspend()
        for number in 0..<1_000 { queue.add(Work(number: number)) }
        let before = try residentBytes()
        for number in 0..<count { queue.add(Work(number: number)) }
        print((try residentBytes() - before) / count - MemoryLayout<Work>.size)
    }

    /// The resident memory of this process.
    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * Int(getpagesize())
    }
}
