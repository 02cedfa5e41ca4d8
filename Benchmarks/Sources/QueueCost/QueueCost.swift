import Foundation
import NetTaskRuntime

struct Work: NetTask {
    typealias Request = Int
    typealias Reply = Int
    typealias Response = Int
    static var name: String { "Work" }
    var number: Int
    func pack() -> Int { number }
    func parse(_ reply: Int) -> Int { reply }
}

struct Instant: NetTaskQueueHandler {
    func send(_ request: Int, context: NetTaskContext) async throws -> Int { request }
    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}

func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
func wall() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
func rss() -> Double {
    let text = try! String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return Double(text.split(separator: " ")[1])! * 4096
}

func ours(_ n: Int) async {
    let queue = NetTaskQueue<Int, Int>(limit: 8, handler: Instant())
    for i in 0..<n { _ = queue.add(Work(number: i)) }
    await queue.drain()
}
final class Counter: @unchecked Sendable {
    let lock = NSLock(); var n = 0; func add(_ x: Int) { lock.withLock { n += x } }
}
func operations(_ n: Int) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 8
    let c = Counter()
    for i in 0..<n { queue.addOperation { c.add(i) } }
    queue.waitUntilAllOperationsAreFinished()
}
func group(_ n: Int) async -> Int {
    await withTaskGroup(of: Int.self) { group in
        for i in 0..<n { group.addTask { i } }
        return await group.reduce(0, +)
    }
}
func measure(_ name: String, _ n: Int, _ body: @Sendable () async -> Void) async {
    var w: [Double] = [], c: [Double] = []
    for _ in 0..<5 {
        let (w0, c0) = (wall(), cpu())
        await body()
        w.append((wall() - w0) / Double(n)); c.append((cpu() - c0) / Double(n))
    }
    w.sort(); c.sort()
    print(name, "wall", Int(w[2]), "cpu", Int(c[2]), "ns")
}
func flat(_ waiting: Int) async {
    let queue = NetTaskQueue<Int, Int>(limit: 8, handler: Instant())
    queue.suspend()
    for i in 0..<waiting { _ = queue.add(Work(number: i), .notBefore(.distantFuture)) }
    queue.resume()
    let n = 200_000
    await measure("with \(waiting) held", n) {
        for i in 0..<n { _ = queue.add(Work(number: i)) }
        while queue.count > waiting { await Task.yield() }
    }
    queue.cancelAll()
}
/// As many stand in line all the time: one is added as one ends.
func line(_ waiting: Int) async {
    let n = 200_000
    let queue = NetTaskQueue<Int, Int>(limit: 8, handler: Instant())
    queue.suspend()
    for i in 0..<waiting { _ = queue.add(Work(number: i)) }
    await measure("with \(waiting) in line", n) {
        // from a suspended queue with waiting: one cancelled at the front... run all
        var k = 0
        while k < n {
            for i in 0..<1000 { _ = queue.add(Work(number: i)) }
            k += 1000
            queue.resume()
            while queue.count > waiting {}
            queue.suspend()
        }
    }
    queue.cancelAll()
}

@main
struct Main {
    static func main() async {
        let what = CommandLine.arguments.dropFirst().first ?? "rates"
        switch what {
        case "memory":
            let queue = NetTaskQueue<Int, Int>(limit: 8, handler: Instant())
            queue.suspend()
            for i in 0..<1000 { _ = queue.add(Work(number: i)) }
            let before = rss()
            for i in 0..<1_000_000 { _ = queue.add(Work(number: i)) }
            print("bytes per waiting task", Int((rss() - before) / 1_000_000))
        case "flat":
            await flat(1_000)
            await flat(1_000_000)
            await line(1_000)
            await line(1_000_000)
        case "ours":
            for _ in 0..<20 { await ours(200_000) }
        default:
            let n = 200_000
            for _ in 0..<2 {
                await measure("ours", n) { await ours(n) }
                await measure("OperationQueue", n) { operations(n) }
                await measure("TaskGroup", n) { _ = await group(n) }
            }
        }
    }
}
