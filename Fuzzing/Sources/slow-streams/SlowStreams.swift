import Foundation
import NetTaskAsyncHTTPClient
import NetTaskRuntime
import NetTaskStreams

/// Reads streams slowly from a server that sends them as fast as it can, four at once, and checks each element, the number of
/// requests, and the memory of the process.
///
///     slow-streams URL urlsession|asynchttpclient [MINUTES]
@main
struct SlowStreams {
    /// The largest allowed memory of the process.
    private static let limit = 64 << 20

    static func main() async {
        let arguments = CommandLine.arguments
        let transport: any HTTPTransport
        switch arguments.dropFirst(2).first {
        case "urlsession": transport = URLSessionTransport()
        case "asynchttpclient": transport = AsyncHTTPClientTransport()
        default:
            print("slow-streams URL urlsession|asynchttpclient [MINUTES]")
            exit(2)
        }
        let minutes = arguments.count > 3 ? Double(arguments[3]) ?? 0 : 20
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: arguments[1])
        let start = ContinuousClock.now
        let end = start + .seconds(minutes * 60)
        var report = Report()
        await withTaskGroup(of: StreamResult.self) { group in
            var count = 0
            func addStream() {
                count += 1
                let key = "\(count)"
                let isOfEvents = count % 3 != 0
                group.addTask {
                    isOfEvents
                        ? await read(NumberedEvents.self, key, on: queue, until: end)
                        : await read(NumberedLines.self, key, on: queue, until: end)
                }
            }
            for _ in 1...4 { addStream() }
            for await result in group {
                report.add(result)
                print("\(arguments[2]), after \((ContinuousClock.now - start).components.seconds) s: \(report)")
                fflush(nil)
                if ContinuousClock.now < end { addStream() }
            }
        }
        let memory = maxMemory()
        if memory > limit { report.faults.append("the process took \(memory >> 20) MB of memory, more than 64 MB") }
        for fault in report.faults { print(fault) }
        print(report.faults.isEmpty ? "All as it should be" : "\(report.faults.count) things are not as they should be")
        exit(report.faults.isEmpty && report.elementCount > 0 ? 0 : 1)
    }

    /// Reads one stream with pauses, and without pauses after the end of the time. It reads one in eight streams only in part.
    private static func read<T: NumberedStream>(
        _ type: T.Type,
        _ key: String,
        on queue: HTTPNetTaskQueue,
        until end: ContinuousClock.Instant
    ) async -> StreamResult {
        let count = Int.random(in: 1_000...6_000)
        let wanted = Int.random(in: 1...8) == 1 ? Int.random(in: 1..<count) : count
        var result = StreamResult()
        do {
            for try await element in queue.stream(T(key: key, count: count)) {
                result.elementCount += 1
                if let fault = element.fault(expecting: result.elementCount) {
                    result.fault = "stream \(key): \(fault)"
                    return result
                }
                if result.elementCount == wanted { break }
                if ContinuousClock.now < end { try await Task.sleep(for: pause()) }
            }
            let requestCount = try await queue.run(RequestCount(key: key))
            if result.elementCount != wanted {
                result.fault = "stream \(key): \(result.elementCount) elements instead of \(wanted)"
            } else if requestCount != 1 {
                result.fault = "stream \(key): \(requestCount) requests"
            }
        } catch {
            result.fault = "stream \(key), after \(result.elementCount) elements: \(error)"
        }
        return result
    }

    /// Mostly none or a short one, so that a reader is fast and slow by turns; at times longer than a stream may be idle.
    private static func pause() -> Duration {
        switch Int.random(in: 1...2_000) {
        case 1: .seconds(12)
        case 2...20: .milliseconds(Int.random(in: 100...1_000))
        case 21...1_000: .milliseconds(Int.random(in: 1...20))
        default: .zero
        }
    }

    /// The largest memory of the process so far, in bytes. Linux only; elsewhere 0.
    static func maxMemory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}

private struct StreamResult: Sendable {
    var elementCount = 0
    var fault: String?
}

private struct Report: CustomStringConvertible {
    var streamCount = 0
    var elementCount = 0
    var faults: [String] = []

    mutating func add(_ result: StreamResult) {
        streamCount += 1
        elementCount += result.elementCount
        if let fault = result.fault { faults.append(fault) }
    }

    var description: String {
        "\(streamCount) streams, \(elementCount) elements, \(faults.count) faults, at most \(SlowStreams.maxMemory() >> 20) MB"
    }
}
