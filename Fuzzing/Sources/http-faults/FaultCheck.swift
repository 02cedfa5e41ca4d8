import Foundation
import HTTPTypes
import NetTaskRuntime

@testable import NetTaskTesting

/// One fault. Each round sends a request that succeeds, and then one that meets the fault, so that it goes out on a connection that
/// was used before if the transport has one. Each second one is a POST.
struct FaultCheck: Check {
    let fault: HTTPFault

    var name: String { fault.rawValue }

    func batchSize(on ground: CheckGround) -> Int {
        switch fault {
        case .closedInHead where ground.allowed.contains(.headersCutOff): 1
        case .tooManyHeaders, .endlessHead: 20
        default: 100
        }
    }

    /// The number of concurrent requests.
    private var limit: Int {
        switch fault {
        // Foundation needs about 20 MB for each head.
        case .tooManyHeaders, .endlessHead, .endlessInformation: 1
        case .gzipBomb: 2
        case .hugeBody, .endlessBody, .endlessTinyChunks: 4
        default: 8
        }
    }

    /// Runs it this number of times with its own server.
    func run(_ rounds: Int, on ground: CheckGround) async throws -> CheckResult {
        let server = try HTTPLoopbackServer { [fault] request in
            let path = request.head.path ?? ""
            return path.hasPrefix("/good") ? .status(.ok, path) : .fault(fault)
        }
        if fault == .refused { await server.refuse() }
        var result = CheckResult()
        await withTaskGroup(of: (String?, Duration).self) { group in
            func record(_ wrong: String?, _ duration: Duration) {
                if let wrong { result.record(wrong) }
                result.slowest = max(result.slowest, duration)
            }
            for round in 0..<rounds {
                if round >= limit, let (wrong, duration) = await group.next() { record(wrong, duration) }
                group.addTask {
                    let clock = ContinuousClock()
                    let start = clock.now
                    let wrong = await self.round(round, at: server.baseURL, on: ground)
                    return (wrong, clock.now - start)
                }
            }
            for await (wrong, duration) in group { record(wrong, duration) }
        }
        // Those that last are closed by the client, which is part of what is to be seen. Those of good requests may stay open.
        if fault.lasts {
            let requests = server.requests.filter { $0.head.path?.hasPrefix("/fault") == true }
            let connections = Set(requests.map(\.connection))
            try await server.state.wait { connections.isDisjoint(with: $0.open.keys) ? () : nil }
        }
        let seen = server.requests.map { ("\($0.head.method) \($0.head.path ?? "")", 1) }
        let counts = Dictionary(seen, uniquingKeysWith: +)
        for (request, count) in counts where count > (fault == .redirectLoop && !request.contains("/good") ? 11 : 1) {
            let isAllowed = ground.allowed.contains(.repeatsRequests) && request.hasPrefix("GET ")
            if !isAllowed { result.record("a request was sent \(count) times: \(request.prefix { $0 != "/" })") }
        }
        await server.stop()
        return result
    }

    private func expected(on ground: CheckGround) -> Set<ConformanceOutcome> {
        var outcomes = fault.outcomes(allowing: ground.allowed)
        // The bytes too many may come once the connection is another request's, which has not been sent then.
        if fault == .lengthTooShort { outcomes.insert(.transport(.cannotConnect)) }
        // The limit of the head can be reached first.
        if fault == .endlessInformation { outcomes.insert(.transport(.replyTooLarge)) }
        return outcomes
    }

    /// - Returns: the fault, or nil.
    private func round(_ number: Int, at baseURL: String, on ground: CheckGround) async -> String? {
        let method = number % 2 == 0 ? HTTPRequest.Method.get : .post
        let body = method == .post ? HTTPRequestBody.data(Data("x".utf8)) : nil
        if fault != .refused {
            do {
                let path = "good/\(number)"
                let context = NetTaskContext(name: "Good")
                let reply = try await ground.handler(baseURL).send(HTTPMessage(uri: path), context: context)
                if reply.body != Data("/\(path)".utf8) { return "a good reply had other bytes" }
            } catch {
                let outcome = ConformanceOutcome(error)
                if !(fault == .lengthTooShort && outcome == .transport(.cannotConnect)) {
                    return "a good request ended with \(outcome)"
                }
            }
        }
        let outcome: ConformanceOutcome
        do {
            let handler = ground.handler(baseURL, fault.configuration)
            let message = HTTPMessage(method: method, uri: "fault/\(number)", body: body)
            let reply = try await handler.send(message, context: NetTaskContext(name: "Fault"))
            if fault == .lengthTooShort, reply.body != Data("01234".utf8) { return "a reply had other bytes" }
            outcome = .reply(reply.status.code)
        } catch {
            outcome = ConformanceOutcome(error)
        }
        return expected(on: ground).contains(outcome) ? nil : "it ended with \(outcome)"
    }
}
