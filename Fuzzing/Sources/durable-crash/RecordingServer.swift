import HTTPTypes
import NetTaskRuntime
import NetTaskTesting

@testable import NetTaskBase

/// Performs each task once for each idempotency key, as a server that supports them, and records the requests.
final class RecordingServer: Sendable {
    struct Record {
        /// The keys that the task was sent with. There should be one.
        var keys: Set<String> = []
        /// The number of times it was performed.
        var effects = 0
    }

    private let records: Locked<[Int: Record]>
    private let server: HTTPLoopbackServer

    init() throws {
        let records = Locked<[Int: Record]>([:])
        self.records = records
        server = try HTTPLoopbackServer { request in
            let number = Int(request.head.path?.split(separator: "/").last ?? "") ?? -1
            let key = request.values(of: "Idempotency-Key").first ?? ""
            let isFirst = records.withLock { records in
                let isFirst = records[number, default: Record()].keys.insert(key).inserted
                if isFirst { records[number, default: Record()].effects += 1 }
                return isFirst
            }
            // The server performs some requests, and still replies that they must be retried.
            return .status(isFirst && number % 7 == 0 ? .serviceUnavailable : .ok)
        }
    }

    var baseURL: String { server.baseURL }

    func record(of number: Int) -> Record {
        records.withLock { $0[number] ?? Record() }
    }

    func forget() {
        records.withLock { $0 = [:] }
    }

    func stop() async { await server.stop() }
}
