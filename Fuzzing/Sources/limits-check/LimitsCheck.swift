import NetTaskRuntime

/// The excess of the rate over the server's limit: zero, except to test that the server rejects requests.
private let extra = CommandLine.arguments.dropFirst(2).first.flatMap(Int.init) ?? 0

private struct Ask: HTTPNetTask {
    typealias Response = String

    static var endpoint: HTTPEndpoint {
        let rate = NetTaskRate(limit: 10 + extra, per: .milliseconds(100))
        return HTTPEndpoint("Limits.Ask", settings: NetTaskSettings(rate: rate))
    }

    let uri: String
}

/// Sends 500 requests to each kind of limit, with two queues that share its rate, and counts the rejected ones.
@main
enum LimitsCheck {
    static func main() async throws {
        guard let url = CommandLine.arguments.dropFirst().first else { fatalError("Fuzzing/run limits [EXTRA]") }
        let kinds = [
            ["fixed-window"], ["sliding-window"], ["token-bucket"], ["leaky-bucket"], ["concurrency"],
            ["key-a", "key-b"],
        ]
        var refusedCount = 0
        for paths in kinds {
            let queues = (1...2).map { _ in HTTPNetTaskQueue(baseURL: url) }
            let start = ContinuousClock.now
            let handles = (0..<500).map { number in
                let path = paths[number / 2 % paths.count]
                return queues[number % 2].add(Ask(uri: path), .key(path))
            }
            var refused = 0
            for handle in handles {
                do {
                    _ = try await handle.value
                } catch .status(.tooManyRequests, _) {
                    refused += 1
                }
            }
            print("\(paths.joined(separator: ", ")): \(refused) of 500 refused, in \(ContinuousClock.now - start)")
            refusedCount += refused
        }
        if (refusedCount > 0) != (extra > 0) { fatalError("\(refusedCount) requests were refused") }
    }
}
