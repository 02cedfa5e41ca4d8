#if PostgreSQL
    import NetTaskCore

    /// A pool of connections to a database through libpq. Connections are made when they are needed.
    ///
    /// Callers that wait for a connection are served in order. If the server cannot be reached, all waiting callers get the
    /// error. The next attempt follows after a wait that grows with each failure, and later callers wait for it.
    package final class PostgreSQLPool: PostgreSQLSession {
        private struct Idle {
            let connection: PostgreSQLConnection
            let since: Duration
        }

        private struct Waiter {
            let number: Int
            let due: Duration
            let continuation: CheckedContinuation<Result<PostgreSQLConnection, PostgreSQLError>, Never>
        }

        private struct State {
            /// The idle connections; the last one was used last.
            var idle: [Idle] = []
            /// The connections that are in use or being checked.
            var used: [ObjectIdentifier: PostgreSQLConnection] = [:]
            /// The number of connections that are being checked.
            var checkCount = 0
            /// The number of connection attempts that are active or scheduled.
            var growth = 0
            /// The connections that are being made.
            var young: [ObjectIdentifier: PostgreSQLConnection] = [:]
            /// The waiting callers in order.
            var waiters: [Waiter] = []
            var lastNumber = 0
            var watchesWaiters = false
            /// The number of failed attempts in a row, and the time of the next one.
            var failureCount = 0
            var nextAttempt: Duration = .zero
            var listeners: [Int: Task<Void, Never>] = [:]
            var isClosed = false
            var closers: [CheckedContinuation<Void, Never>] = []

            var count: Int { idle.count + used.count + growth }
        }

        private let configuration: PostgreSQLConfiguration
        /// The configuration of connections that listen.
        private let listening: PostgreSQLConfiguration
        private let time: TimeSource
        private let random: RandomSource
        private let state = Locked(State())

        /// Makes a pool. It connects at the first statement.
        ///
        /// - Parameter listening: the configuration of connections that listen. Default: `configuration`.
        package init(_ configuration: PostgreSQLConfiguration, listening: PostgreSQLConfiguration? = nil) {
            self.configuration = configuration
            self.listening = listening ?? configuration
            time = TimeSource(configuration.clock)
            random = .source(of: configuration.random)
        }

        deinit {
            state.withLock { state in
                state.idle.forEach { $0.connection.close() }
                state.listeners.values.forEach { $0.cancel() }
            }
        }

        /// The number of waiting callers.
        var waiterCount: Int { state.withLock { $0.waiters.count } }

        /// Whether there is an idle connection that is not known to be lost.
        var hasWorkingConnection: Bool { state.withLock { $0.idle.contains { $0.connection.health.isReusable } } }

        // MARK: Statements

        package func query(
            _ sql: String,
            _ values: [PostgreSQLValue]
        ) async throws(PostgreSQLError) -> PostgreSQLRows {
            try await run(.statements([PostgreSQLStatement(sql, values)]))[0]
        }

        package func batch(_ statements: [PostgreSQLStatement]) async throws(PostgreSQLError) -> [PostgreSQLRows] {
            try await run(.statements(statements))
        }

        package func execute(_ script: String) async throws(PostgreSQLError) {
            _ = try await run(.script(script))
        }

        private func run(_ work: PostgreSQLOperation.Work) async throws(PostgreSQLError) -> [PostgreSQLRows] {
            let connection = try await take()
            defer { giveBack(connection) }
            return try await connection.run(work)
        }

        package func transaction<Value: Sendable>(
            _ body: @Sendable (any PostgreSQLTransaction) async throws -> Value
        ) async throws -> Value {
            let connection = try await take()
            defer { giveBack(connection) }
            return try await PostgreSQLPoolTransaction.run(on: connection, body)
        }

        package func listen(_ channel: String) -> AsyncStream<PostgreSQLNotification> {
            // A slow consumer checks once instead of reading all missed notifications.
            AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
                let listener = PostgreSQLListener(
                    channel: channel,
                    configuration: listening,
                    time: time,
                    random: random,
                    continuation: continuation
                )
                let task: Task<Void, Never>? = state.withLock { state in
                    guard !state.isClosed else { return nil }
                    state.lastNumber += 1
                    let number = state.lastNumber
                    let task = Task { [weak self] in
                        await listener.run()
                        self?.state.withLock { $0.listeners[number] = nil }
                    }
                    state.listeners[number] = task
                    return task
                }
                guard let task else { return continuation.finish() }
                continuation.onTermination = { _ in task.cancel() }
            }
        }

        package func close() async {
            let before = state.withLock { state in
                state.isClosed = true
                defer {
                    state.waiters = []
                    state.idle = []
                    state.young = [:]
                    state.listeners = [:]
                }
                return state
            }
            before.waiters.forEach { $0.continuation.resume(returning: .failure(.closed)) }
            before.idle.forEach { $0.connection.close() }
            before.young.values.forEach { $0.close() }
            before.listeners.values.forEach { $0.cancel() }
            let limit = Task { [time] in
                try await time.sleep(time.now() + .seconds(5))
                state.withLock { Array($0.used.values) }.forEach { $0.close() }
            }
            defer { limit.cancel() }
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.used.isEmpty { state.closers.append(continuation) }
                    return state.used.isEmpty
                }
                if isOver { continuation.resume() }
            }
            // The process may end after this returns. OpenSSL then frees memory that libpq still uses in a connection.
            let connections = before.idle.map(\.connection) + before.young.values + before.used.values
            for connection in connections { await connection.waitForEnd() }
            for listener in before.listeners.values { await listener.value }
        }

        // MARK: Connections

        /// Returns a connection for exclusive use. The caller must return it.
        private func take() async throws(PostgreSQLError) -> PostgreSQLConnection {
            if let connection = try readyConnection() { return connection }
            let number = state.withLock { state in
                state.lastNumber += 1
                return state.lastNumber
            }
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { wait($0, number) }
            } onCancel: {
                endWait(.cancelled) { $0.number == number }
            }
            return try result.get()
        }

        /// Takes the connection that was used last, so that connections that are not needed become idle. Waiting callers come
        /// first.
        private func readyConnection() throws(PostgreSQLError) -> PostgreSQLConnection? {
            let now = time.now()
            let (connection, isClosed) = state.withLock { state -> (PostgreSQLConnection?, Bool) in
                if state.isClosed { return (nil, true) }
                state.idle.removeAll { !$0.connection.health.isReusable }  // lost
                guard state.waiters.isEmpty, let last = state.idle.last,
                    now - last.since < configuration.idleCheckInterval
                else { return (nil, false) }
                state.idle.removeLast()
                state.used[ObjectIdentifier(last.connection)] = last.connection
                return (last.connection, false)
            }
            if isClosed { throw .closed }
            return connection
        }

        private func wait(
            _ continuation: CheckedContinuation<Result<PostgreSQLConnection, PostgreSQLError>, Never>,
            _ number: Int
        ) {
            let waiter = Waiter(number: number, due: time.now() + configuration.waitTimeout, continuation: continuation)
            // If the cancellation came first, nothing would end the wait.
            let reason: PostgreSQLError? = state.withLock { state in
                if state.isClosed { return .closed }
                if Task.isCancelled { return .cancelled }
                state.waiters.append(waiter)
                return nil
            }
            if let reason { return continuation.resume(returning: .failure(reason)) }
            serve()
            watchWaiters()
        }

        private func giveBack(_ connection: PostgreSQLConnection) {
            let (isKept, closers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                state.used[ObjectIdentifier(connection)] = nil
                let isKept = connection.health.isReusable && !state.isClosed
                if isKept { state.idle.append(Idle(connection: connection, since: time.now())) }
                guard state.isClosed, state.used.isEmpty else { return (isKept, []) }
                defer { state.closers = [] }
                return (isKept, state.closers)
            }
            if !isKept { connection.close() }
            closers.forEach { $0.resume() }
            serve()
        }

        /// Serves waiting callers with the idle connections, and makes further ones.
        private func serve() {
            while true {
                let now = time.now()
                enum Step {
                    case serve(Waiter, PostgreSQLConnection)
                    case check(PostgreSQLConnection)
                    case connect(Duration)
                }
                let step: Step? = state.withLock { state in
                    state.idle.removeAll { !$0.connection.health.isReusable }
                    guard !state.isClosed, let waiter = state.waiters.first else { return nil }
                    if let last = state.idle.last, now - last.since < configuration.idleCheckInterval {
                        state.idle.removeLast()
                        state.used[ObjectIdentifier(last.connection)] = last.connection
                        state.waiters.removeFirst()
                        return .serve(waiter, last.connection)
                    }
                    // After a failure, one attempt at a time is enough.
                    let limit = state.failureCount > 0 ? 1 : state.waiters.count
                    guard state.growth + state.checkCount < limit else { return nil }
                    if let last = state.idle.popLast() {
                        state.used[ObjectIdentifier(last.connection)] = last.connection
                        state.checkCount += 1
                        return .check(last.connection)
                    }
                    guard state.count < configuration.maxConnectionCount else { return nil }
                    state.growth += 1
                    return .connect(state.failureCount > 0 ? state.nextAttempt : .zero)
                }
                switch step {
                case .serve(let waiter, let connection): waiter.continuation.resume(returning: .success(connection))
                case .check(let connection): Task { await check(connection) }
                case .connect(let moment): Task { await grow(at: moment) }
                case nil: return
                }
            }
        }

        /// Checks a connection that was idle for long.
        private func check(_ connection: PostgreSQLConnection) async {
            let limit = Task { [time] in
                try await time.sleep(time.now() + .seconds(2))
                connection.close()
            }
            _ = try? await connection.run(.statements([PostgreSQLStatement("SELECT 1")]))
            limit.cancel()
            state.withLock { $0.checkCount -= 1 }
            giveBack(connection)
        }

        private func grow(at moment: Duration) async {
            if moment > time.now() { try? await time.sleep(moment) }
            let connection = PostgreSQLConnection(configuration, time: time)
            let isClosed = state.withLock { state in
                if !state.isClosed { state.young[ObjectIdentifier(connection)] = connection }
                return state.isClosed
            }
            guard !isClosed else { return }
            var waiters: [Waiter] = []
            var failure: PostgreSQLError?
            do throws(PostgreSQLError) { try await connection.connect() } catch { failure = error }
            state.withLock { state in
                state.growth -= 1
                state.young[ObjectIdentifier(connection)] = nil
                if failure == nil {
                    state.failureCount = 0
                    state.used[ObjectIdentifier(connection)] = connection
                } else {
                    state.failureCount += 1
                    let pause = PostgreSQLConfiguration.backoff(failureCount: state.failureCount, random: random)
                    state.nextAttempt = time.now() + pause
                    // Other connections will be returned.
                    if state.count == 0 { swap(&waiters, &state.waiters) }
                }
            }
            if let failure {
                connection.close()
                waiters.forEach { $0.continuation.resume(returning: .failure(failure)) }
                serve()
            } else {
                giveBack(connection)
            }
        }

        // MARK: Limits of waits

        /// All callers wait equally long, so the first one is the first whose time is over.
        private func watchWaiters() {
            let due: Duration? = state.withLock { state in
                guard !state.watchesWaiters, let first = state.waiters.first else { return nil }
                state.watchesWaiters = true
                return first.due
            }
            guard let due else { return }
            Task { [time, weak self] in
                try? await time.sleep(due)
                guard let self else { return }
                state.withLock { $0.watchesWaiters = false }
                let now = time.now()
                endWait(waitError) { $0.due <= now }
                watchWaiters()
            }
        }

        private var waitError: PostgreSQLError {
            let place = "PostgreSQL at \(configuration)"
            let isExhausted = state.withLock { $0.used.count >= configuration.maxConnectionCount }
            guard isExhausted else {
                return .unavailable("Cannot connect to \(place): no connection within \(configuration.waitTimeout)")
            }
            return .exhausted(
                """
                All \(configuration.maxConnectionCount) connections to \(place) were in use for \
                \(configuration.waitTimeout). Allow more of them, or find what keeps them so long
                """
            )
        }

        private func endWait(_ error: PostgreSQLError, where isIncluded: @Sendable (Waiter) -> Bool) {
            let ended = state.withLock { state in
                let ended = state.waiters.filter(isIncluded)
                if !ended.isEmpty { state.waiters.removeAll(where: isIncluded) }
                return ended
            }
            ended.forEach { $0.continuation.resume(returning: .failure(error)) }
        }
    }
#endif
