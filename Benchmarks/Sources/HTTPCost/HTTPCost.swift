import AsyncHTTPClient
import Figures
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPCompression
import NetTaskAsyncHTTPClient
import NetTaskRuntime
import Subjects

/// Prints the cost of a request through a queue over async-http-client, and through async-http-client alone: the CPU time
/// of the client, for a small reply over loopback, with 64 concurrent requests over 64 connections. The two alternate. Both accept
/// compressed replies, as NetTask always does, and the task is one that `nettask` could have generated.
///
///     http-cost [REQUESTS] [PAIRS] [ours|peer]
@main
struct HTTPCost {
    private static let connections = 64

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap(Int.init)
        let count = numbers.first ?? 50_000
        let pairs = numbers.dropFirst().first ?? 7
        let only = arguments.first { Int($0) == nil }

        let server = try ServerProcess()
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        var peerConfiguration = configuration
        peerConfiguration.decompression = .enabled(limit: .none)
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: peerConfiguration)
        let queue = HTTPNetTaskQueue(
            transport: AsyncHTTPClientTransport(configuration: configuration),
            baseURL: server.url,
            limit: connections
        )
        let url = server.url + "/replies/7"
        let ours: @Sendable () async throws -> Int = { try await queue.run(Replies.GetReply(id: 7)).count }
        let peer: @Sendable () async throws -> Int = {
            let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(30))
            return try await response.body.collect(upTo: 1 << 20).readableBytes
        }

        var times: [(ours: Double, peer: Double)] = []
        if only == nil {
            print("us of CPU for each request: NetTask over async-http-client, async-http-client alone, ratio")
        }
        // The first pair opens the connections.
        for pair in 0...pairs {
            if let only {
                let time = try await microseconds(count, only == "ours" ? ours : peer)
                print("\(only) \(decimal(time, 2))")
                continue
            }
            let time = try await microseconds(count, ours)
            let peerTime = try await microseconds(count, peer)
            guard pair > 0 else { continue }
            times.append((time, peerTime))
            print("\(decimal(time, 2))  \(decimal(peerTime, 2))  \(decimal(peerTime / time, 3))")
        }
        if !times.isEmpty {
            var recorder = Recorder("http-cost")
            try recorder.add(
                Figure(
                    .http,
                    "CPU time of a small request",
                    .seconds,
                    ours: median(times.map(\.ours)) / 1e6,
                    peer: .init("async-http-client", median(times.map(\.peer)) / 1e6),
                    ratio: median(times.map { $0.peer / $0.ours }),
                    target: .ratio(atLeast: 0.91)
                )
            )
        }
        try await client.shutdown()
    }

    private static func median(_ numbers: [Double]) -> Double {
        numbers.sorted()[numbers.count / 2]
    }

    private static func decimal(_ number: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", number)
    }

    /// The CPU time of this process for one request.
    private static func microseconds(
        _ count: Int,
        _ request: @escaping @Sendable () async throws -> Int
    ) async throws -> Double {
        let start = cpuTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<connections {
                group.addTask {
                    for _ in 0..<(count / connections) {
                        guard try await request() == 101 else { throw CocoaError(.fileReadCorruptFile) }
                    }
                }
            }
            try await group.waitForAll()
        }
        return (cpuTime() - start) * 1_000_000 / Double(count / connections * connections)
    }

    /// In seconds, of user and system.
    private static func cpuTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

private enum Replies {
    static let api = HTTPAPI()

    struct GetReply: HTTPNetTask {
        typealias Response = Data

        static let endpoint: HTTPEndpoint = {
            Replies.api.endpoint("Replies.GetReply", .get, "replies/{id}")
        }()

        var id: Int

        var uri: String { "replies/\(PathSegment(id))" }
    }
}
