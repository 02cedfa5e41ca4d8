import FlyingSocks
import Foundation
import NetTaskCore

/// A connection to a server of JSON lines. Many calls can run at once; each receives the line with its number.
final class LineConnection: Sendable {
    private typealias Continuation = CheckedContinuation<JSONLine, any Error>

    private struct State {
        var isOpen = true
        var lastID = 0
        var waiting: [Int: Continuation] = [:]
    }

    private let socket: AsyncSocket
    private let state = Box(State())
    /// Written one at a time, so that lines are not interleaved.
    private let outgoing = AsyncStream<Data>.makeStream()

    /// Connects to a server on loopback.
    init(port: UInt16) async throws {
        do {
            // Its default limit of a few seconds would make a test fail on a busy machine.
            socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port), timeout: 3_600)
            #if canImport(Darwin)
                try socket.socket.setValue(true, for: .noSIGPIPE)  // elsewhere it is never sent
            #endif
        } catch {
            throw TransportError(.cannotConnect, reason: "nobody listens", underlying: error)
        }
        Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.read() }
                group.addTask { await self.write() }
                await group.next()
                group.cancelAll()
            }
            close()
        }
    }

    var isOpen: Bool { state.value.isOpen }

    /// Sends a line and waits for its answer.
    ///
    /// A cancelled caller stops waiting. A later answer is ignored.
    func send(_ line: JSONLine) async throws -> JSONLine {
        let id = state.update { state in
            state.lastID += 1
            return state.lastID
        }
        var line = line
        line.id = id
        let data = try JSONEncoder().encode(line) + Data("\n".utf8)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOpen = state.update { state in
                    if state.isOpen { state.waiting[id] = continuation }
                    return state.isOpen
                }
                if !isOpen {
                    continuation.resume(throwing: TransportError(.cannotConnect, reason: "the connection is closed"))
                } else if Task.isCancelled {
                    end(id, .failure(CancellationError()))
                } else {
                    outgoing.continuation.yield(data)
                }
            }
        } onCancel: {
            end(id, .failure(CancellationError()))
        }
    }

    private func end(_ id: Int, _ result: Result<JSONLine, any Error>) {
        state.update { $0.waiting.removeValue(forKey: id) }?.resume(with: result)
    }

    private func read() async {
        var bytes: [UInt8] = []
        while let byte = try? await socket.read() {
            if byte != UInt8(ascii: "\n") {
                bytes.append(byte)
            } else {
                guard let line = try? JSONDecoder().decode(JSONLine.self, from: Data(bytes)) else { return }
                bytes = []
                end(line.id ?? 0, .success(line))
            }
        }
    }

    private func write() async {
        for await data in outgoing.stream {
            guard (try? await socket.write(data)) != nil else { return }
        }
    }

    private func close() {
        let waiting = state.update { state in
            state.isOpen = false
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        try? socket.close()
        for continuation in waiting {
            continuation.resume(throwing: TransportError(.connectionLost, reason: "the connection was closed"))
        }
    }
}
