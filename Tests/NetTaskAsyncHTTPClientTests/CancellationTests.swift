#if AsyncHTTPClient
    import Foundation
    import HTTPTypes
    import NIOConcurrencyHelpers
    import NetTaskAsyncHTTPClient
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @Suite("Cancelling, through async-http-client", .timeLimit(.minutes(5)))
    struct CancellationTests {
        @Test("A cancelled task ends at once although the server is silent, and its connection is closed")
        func silentServer() async throws {
            // given
            let (arrived, closed) = (Signal(), Signal())
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                arrived.report()
                await connection.untilClosed()
                closed.report()
            }
            try await RawServer.with(script) { server in
                let queue = makeQueue(server.baseURL)
                let caller = Task { try await queue.run(GetText()) }
                await arrived.wait()
                // when
                caller.cancel()
                // then
                guard case .failure(NetTaskError<Never>.cancelled(.caller)) = await caller.result else {
                    Issue.record("not cancelled")
                    return
                }
                await closed.wait()
            }
        }

        @Test("A cancelled upload that the server does not read ends, and requests no more data")
        func blockedUpload() async throws {
            // given
            let (arrived, cancelled, closed) = (Signal(), Signal(), Signal())
            let count = NIOLockedValueBox(0)
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                arrived.report()
                await cancelled.wait()
                await connection.untilClosed()
                closed.report()
            }
            let stream = FileStream {
                count.withLockedValue { $0 += 1 }
                return Data(count: 1 << 20)
            }
            try await RawServer.with(isEager: false, script) { server in
                let queue = makeQueue(server.baseURL)
                let caller = Task { try await queue.run(Post(body: HTTPFile(stream: stream))) }
                await arrived.wait()
                // when
                caller.cancel()
                // then
                _ = await caller.result
                cancelled.report()
                await closed.wait()
                #expect(count.withLockedValue { $0 } < 100)
            }
        }

        @Test("A task that is cancelled before it is sent sends nothing")
        func early() async throws {
            // given
            let queue = makeQueue("http://127.0.0.1:1")
            // when
            let caller = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await queue.run(GetText())
            }
            // then
            guard case .failure(NetTaskError<Never>.cancelled) = await caller.result else {
                Issue.record("not cancelled")
                return
            }
        }

        @Test("An attempt without a connection in time is a connect timeout, and was not sent")
        func connectTimeout() async throws {
            // given a server that is silent until the handshake
            let clock = TestClock()
            let arrived = Signal()
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                arrived.report()
                await connection.untilClosed()
            }
            try await RawServer.with(script) { server in
                let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport(), baseURL: server.secureURL) {
                    $0.clock = clock
                }
                let handle = queue.add(GetText())
                await arrived.wait()
                // when
                try await clock.advance(to: .seconds(10))
                // then
                guard case .failure(.timeout(let error)) = await handle.result else {
                    Issue.record("no time-out")
                    return
                }
                #expect(error.kind == .connect)
            }
        }

        @Test("The wait for the first byte begins with the end of the request")
        func firstByteTimeout() async throws {
            // given
            let clock = TestClock()
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                await connection.untilClosed()
            }
            try await RawServer.with(script) { server in
                let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport(), baseURL: server.baseURL) {
                    $0.clock = clock
                }
                // when
                let limits = HTTPTimeouts(connect: nil, firstByte: .seconds(60), idle: nil)
                let handle = queue.add(GetText(), .timeouts(limits))
                let moving = Task {
                    // Waits each time until the clock is waited for.
                    while true { try await clock.advance(by: .seconds(60)) }
                }
                let result = await handle.result
                moving.cancel()
                // then
                guard case .failure(.timeout(let error)) = result else {
                    Issue.record("no time-out")
                    return
                }
                #expect(error.kind == .firstByte)
            }
        }
    }
#endif
