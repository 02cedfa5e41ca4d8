import Figures
import Foundation
import NetTaskDurable
import NetTaskPostgreSQL
import NetTaskRuntime

/// Measures the cost of durable tasks on PostgreSQL, compared with other queues and PostgreSQL alone, with the server that
/// `Scripts/with-postgresql` has started.
///
///     postgresql-cost [PYTHON [WAITING [CHURN]]]
///
/// PYTHON has the packages of Peers/postgresql/requirements.txt; without it, no peers are measured. By default, 1,000,000 tasks
/// wait, and 2,000,000 are added and ended.
@main
struct PostgreSQLCost {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let address = ProcessInfo.processInfo.environment["NETTASK_POSTGRESQL"] else {
            print("There is no server: Scripts/with-postgresql postgresql-cost")
            exit(69)
        }
        let python = arguments.first ?? ""
        let waiting = arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
        let churn = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 2_000_000

        var recorder = Recorder("postgresql")
        // The peers' tables are in the schema of the store.
        let store = try await PostgreSQLTaskStore(address)
        await store.close()
        let peers = try python.isEmpty ? Peers() : Peers(python: python, address: address)
        for (package, version) in peers.versions.sorted(by: { $0.key < $1.key }) {
            try recorder.add(version: version, of: package)
        }
        if python.isEmpty {
            try recorder.leaveOut("The peers of tasks on PostgreSQL take a Python with what Peers/postgresql says.")
        }

        let speed = Speed(address: address)
        let run = try await speed.run(count: 20_000)
        for (peer, target) in [
            (Peers.statements, 0.8), (Peers.procrastinate, 10), (Peers.pgqueuer, 3),
        ] {
            try recorder.add(peers.figure("claim, run and end a task", run, beside: peer, atLeast: target))
        }
        let bulk = try await speed.enqueueMany(count: 20_000)
        try recorder.add(peers.figure("enqueue a task of 1,000", bulk, beside: Peers.manyRows, atLeast: 0.8))
        let single = try await speed.enqueueAtOnce(callers: 64, count: 200)
        try recorder.add(peers.figure("enqueue a task, 64 callers", single, beside: Peers.singleRows, atLeast: 0.8))
        let start = try await speed.latency(count: 500)
        try recorder.add(peers.figure("from enqueueing to the start, p50", start.p50, beside: Peers.p50, atLeast: 0.5))
        try recorder.add(peers.figure("from enqueueing to the start, p99", start.p99, beside: Peers.p99, atLeast: 0.5))
        try recorder.add(try await Depth.measureWaiting(address, waiting))
        try recorder.add(try await Depth.measureChurn(address, churn))
    }
}

func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return start.duration(to: .now) / .seconds(1)
}

func median(_ numbers: [Double]) -> Double {
    numbers.sorted()[numbers.count / 2]
}

/// A typical task of apps, with a few params.
struct Order: ExecutedTask, Codable {
    static let storedForm = StoredForm(kind: "Cost.Order")

    var number: Int
    var item = "Tea, first flush, 250 g"
    var note = "Leave it with the neighbours, please."
}

extension [NewTask] {
    static func orders(_ numbers: Range<Int>) throws -> [NewTask] {
        let payload = try Order(number: 1).stored()
        return numbers.map { number in
            NewTask(kind: "Cost.Order", payload: payload, idempotencyKey: "00000000-0000-4000-8000-\(number)")
        }
    }
}
