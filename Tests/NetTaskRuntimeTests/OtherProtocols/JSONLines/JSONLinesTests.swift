import FlyingSocks
import Foundation
import NetTaskCore
import NetTaskTesting
import Testing

@Suite("JSON lines over TCP", .serialized, .timeLimit(.minutes(5)))
struct JSONLinesTests {
    let clock = TestClock()

    private func queue(_ server: RawServer) -> NetTaskQueue<JSONLine, JSONLine> {
        NetTaskQueue(handler: LinesHandler(port: server.port), clock: clock)
    }

    @Test("Tasks of their own request and reply get their typed responses")
    func responses() async throws {
        try await RawServer.with { connection in
            // given
            while true { try await connection.answer() }
        } _: { server in
            let queue = queue(server)
            // when
            let number = try await queue.run(Sum(numbers: [1, 2, 3]))
            let text = try await queue.run(Shout(text: "hey"))
            // then
            #expect(number == 6)
            #expect(text == "HEY")
        }
    }

    @Test("Replies on one connection are matched with their tasks in any order")
    func matching() async throws {
        try await RawServer.with { connection in
            // given
            let lines = [try await connection.readCall(), try await connection.readCall()]
            for line in lines.reversed() {
                try await connection.write(line.answer)
            }
            await connection.untilClosed()
        } _: { server in
            let queue = queue(server)
            // when
            let first = queue.add(Sum(numbers: [1]))
            let second = queue.add(Sum(numbers: [2]))
            let numbers = [try await first.value, try await second.value]
            // then
            #expect(numbers == [1, 2])
        }
    }

    @Test("A line with an error is a failure of its own type, and final")
    func serverError() async throws {
        try await RawServer.with { connection in
            // given
            let line = try await connection.readCall()
            try await connection.write(JSONLine(id: line.id, error: LineError(code: 7, message: "too much")))
            await connection.untilClosed()
        } _: { server in
            // when
            do throws(TaskError<LineError, Never>) {
                _ = try await queue(server).run(Sum(numbers: [1]), retries(3))
                Issue.record("not thrown")
            } catch .status(let error, nil) {
                // then
                #expect(error == LineError(code: 7, message: "too much"))
            }
        }
    }

    @Test("A reply of the wrong shape is a parse failure")
    func wrongShape() async throws {
        try await RawServer.with { connection in
            // given
            try await connection.write(JSONLine(id: try await connection.readCall().id, text: "six"))
            await connection.untilClosed()
        } _: { server in
            // when
            do throws(TaskError<LineError, Never>) {
                _ = try await queue(server).run(Sum(numbers: [1]))
                Issue.record("not thrown")
            } catch .parse(let error) {
                // then
                #expect(error.path == "number")
            }
        }
    }

    @Test("A closed connection is transient: a repeatable task is retried on a new one")
    func closedConnection() async throws {
        try await RawServer.with { connection in
            // given
            if connection.number == 1 {
                _ = try await connection.readCall()
            } else {
                try await connection.answer()
                await connection.untilClosed()
            }
        } _: { server in
            let handle = queue(server).add(Sum(numbers: [1, 2]), retries(1))
            // when
            try await clock.advance(by: .seconds(1))
            // then
            #expect(try await handle.value == 3)
            #expect(handle.status.attempt == 2)
        }
    }

    @Test("A task that is not repeatable ends when the connection is closed")
    func closedConnectionOnce() async throws {
        try await RawServer.with { connection in
            // given
            _ = try await connection.readCall()
        } _: { server in
            // when
            let handle = queue(server).add(Shout(text: "hey"), retries(1))
            // then
            guard case .failure(.transport(let error)) = await handle.result else { return #expect(Bool(false)) }
            #expect(error.kind == .connectionLost)
            #expect(error.url == "tcp://127.0.0.1:\(server.port)")
            #expect(handle.status.attempt == 1)
        }
    }

    @Test("Without a listener nothing is sent, so that any task is retried")
    func nobodyListens() async throws {
        // given
        let socket = try Socket(domain: Int32(AF_INET))
        defer { try? socket.close() }
        try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
        guard case .ip4(_, let port) = try socket.sockname() else { throw CocoaError(.featureUnsupported) }
        // when
        let handle = NetTaskQueue(handler: LinesHandler(port: port), clock: clock).add(Shout(text: "hey"), retries(1))
        try await clock.advance(by: .seconds(1))
        // then
        guard case .failure(.transport(let error)) = await handle.result else { return #expect(Bool(false)) }
        #expect(error.kind == .cannotConnect)
        #expect(handle.status.attempt == 2)
    }

    @Test("A reply to a cancelled task is ignored, and the connection serves the others")
    func cancellation() async throws {
        let received = Signal()
        let others = Box(0)
        try await RawServer.with { connection in
            // given
            others.update { $0 = max($0, connection.number - 1) }
            let cancelled = try await connection.readCall()
            received.report()
            let next = try await connection.readCall()
            try await connection.write(cancelled.answer)
            try await connection.write(next.answer)
            await connection.untilClosed()
        } _: { server in
            let queue = queue(server)
            let handle = queue.add(Sum(numbers: [1]))
            await received.wait()
            // when
            handle.cancel()
            // then
            let number = try await queue.run(Sum(numbers: [2]))
            #expect(number == 2)
            #expect(handle.status.phase == .cancelled)
            #expect(handle.status.reply == nil)
            #expect(others.value == 0)
        }
    }

    @Test("A task that cannot be packed is not sent")
    func packFailure() async throws {
        // given
        let handler = ManualHandler<JSONLine, JSONLine>()
        // when
        let handle = NetTaskQueue(handler: handler).add(Sum(numbers: []))
        // then
        guard case .failure(.pack(let error)) = await handle.result else { return #expect(Bool(false)) }
        #expect(error.parameter == "numbers")
        #expect(handler.requests == [])
    }
}

// MARK: - The server's side

extension JSONLine {
    /// The server's answer to a call.
    fileprivate var answer: JSONLine {
        switch call {
        case "sum": JSONLine(id: id, number: numbers?.reduce(0, +))
        case "shout": JSONLine(id: id, text: text?.uppercased())
        default: JSONLine(id: id, error: LineError(code: 1, message: "unknown call"))
        }
    }
}

extension RawServer.Connection {
    fileprivate func readCall() async throws -> JSONLine {
        try JSONDecoder().decode(JSONLine.self, from: Data(try await readLine().utf8))
    }

    fileprivate func write(_ line: JSONLine) async throws {
        try await write(String(decoding: try JSONEncoder().encode(line), as: UTF8.self) + "\n")
    }

    /// Reads a call and answers it.
    fileprivate func answer() async throws {
        try await write(try await readCall().answer)
    }
}
