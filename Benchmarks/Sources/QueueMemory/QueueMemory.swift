import Foundation
import NetTaskRuntime
import Subjects

/// Prints how many bytes a task takes that waits in a queue, itself included: of a million, and of this process.
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

    /// What this process has of the machine's memory.
    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * Int(getpagesize())
    }
}
