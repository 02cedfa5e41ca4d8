#if PostgreSQL
    import CPostgreSQL
    import Dispatch
    import Foundation
    import NetTaskCore

    /// One connection through libpq. No thread waits for the server: a queue calls libpq whenever the socket is ready.
    ///
    /// Operations can be requested at any time, and are performed one after the other. A connection must be closed, unless it
    /// ends by itself.
    final class PostgreSQLConnection: @unchecked Sendable {
        // Unchecked, because only `queue` accesses the variables and libpq's connection.

        struct Health {
            /// Whether another caller can use it: it is connected, idle, and not in a transaction.
            var isReusable = false
            /// Whether the current transaction can only be rolled back.
            var hasFailedTransaction = false
        }

        let configuration: PostgreSQLConfiguration
        private let time: TimeSource
        private let onNotification: (@Sendable (String) -> Void)?
        private let sharedHealth = Locked(Health())

        private let queue: DispatchQueue
        private var connection: OpaquePointer?
        private var watches: [SocketWatch.Direction: SocketWatch.Number] = [:]
        private var connecting: CheckedContinuation<Result<Void, PostgreSQLError>, Never>?
        /// The first operation is the current one.
        private var operations: [PostgreSQLOperation] = []
        private var prepared = PreparedStatements()
        /// Set when prepared statements have become invalid.
        private var isSpent = false
        private var watchesTime = false
        private var end: PostgreSQLError?
        private var enders: [CheckedContinuation<Void, Never>] = []

        /// Makes a connection that is not connected yet.
        ///
        /// - Parameter onNotification: called with the payloads of notifications, on a queue of the connection.
        init(
            _ configuration: PostgreSQLConfiguration,
            time: TimeSource,
            onNotification: (@Sendable (String) -> Void)? = nil
        ) {
            self.configuration = configuration
            self.time = time
            self.onNotification = onNotification
            queue = DispatchQueue(label: "NetTaskPostgreSQL")
        }

        /// The state of the connection after an operation.
        var health: Health { sharedHealth.withLock { $0 } }

        // MARK: Beginning and end

        func connect() async throws(PostgreSQLError) {
            let limit = configuration.totalConnectTimeout
            let watch = Task { [time, queue] in
                try await time.sleep(time.now() + limit)
                queue.async { [self] in
                    if connecting != nil { lose("no answer within \(limit)") }
                }
            }
            defer { watch.cancel() }
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    queue.async { [self] in
                        connecting = continuation
                        begin()
                    }
                }
            } onCancel: {
                close(.cancelled)
            }
            return try result.get()
        }

        /// Ends the current operation, and closes the connection.
        func close(_ reason: PostgreSQLError = .closed) {
            queue.async { [self] in end(reason) }
        }

        /// Returns when the connection was lost or closed, and libpq no longer uses it. Cancelling the caller closes it.
        func waitForEnd() async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    queue.async { [self] in
                        if end == nil { enders.append(continuation) } else { continuation.resume() }
                    }
                }
            } onCancel: {
                close(.cancelled)
            }
        }

        /// libpq may look up the host's name here, which blocks this queue's thread for some time, but no other thread.
        private func begin() {
            if let end { return endConnecting(.failure(end)) }
            connection = Libpq.start(configuration.connectionParameters)
            PQstatus(connection) == CONNECTION_BAD ? lose(connectionMessage) : wait(for: .write)
        }

        private func wait(for direction: SocketWatch.Direction) {
            // The next poll may close the socket and open another one, or look up another host.
            watches[direction] = SocketWatch.shared.once(direction, of: PQsocket(connection), on: queue) { [self] in
                watches = [:]
                poll()
            }
        }

        private func watch(_ direction: SocketWatch.Direction, _ handler: @escaping @Sendable () -> Void) {
            guard watches[direction] == nil else { return }
            watches[direction] = SocketWatch.shared.start(direction, of: PQsocket(connection), on: queue, handler)
        }

        private func poll() {
            guard end == nil else { return }
            switch PQconnectPoll(connection) {
            case PGRES_POLLING_READING: wait(for: .read)
            case PGRES_POLLING_WRITING: wait(for: .write)
            case PGRES_POLLING_OK:
                guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else {
                    return lose(connectionMessage)
                }
                watch(.read) { [self] in read() }
                updateHealth()
                endConnecting(.success(()))
            default: lose(connectionMessage)
            }
        }

        private func endConnecting(_ result: Result<Void, PostgreSQLError>) {
            connecting?.resume(returning: result)
            connecting = nil
        }

        private var connectionMessage: String { Libpq.message(of: connection) }

        private func lose(_ message: String) {
            let what = connecting == nil ? "The connection to" : "Cannot connect to"
            let verb = connecting == nil ? " was lost" : ""
            end(.unavailable("\(what) PostgreSQL at \(configuration)\(verb): \(message)"))
        }

        private func end(_ reason: PostgreSQLError) {
            guard end == nil else { return }
            end = reason
            sharedHealth.withLock { $0 = Health() }
            endConnecting(.failure(reason))
            for operation in operations {
                operation.error = operation.isCancelled ? .cancelled : reason
                operation.finish()
            }
            operations = []
            watches.values.forEach(SocketWatch.shared.stop)
            watches = [:]
            PQfinish(connection)
            connection = nil
            enders.forEach { $0.resume() }
            enders = []
        }

        // MARK: Operations

        /// Performs an operation after the earlier ones.
        ///
        /// If the Swift task is cancelled, the server is asked to cancel the operation. If this takes longer than 2 seconds,
        /// the connection is closed.
        func run(
            _ work: PostgreSQLOperation.Work,
            isCancellable: Bool = true
        ) async throws(PostgreSQLError) -> [PostgreSQLRows] {
            let operation = PostgreSQLOperation(work)
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    // This needs no other thread, since the queue does no long work once the connection is made.
                    queue.sync { [self] in
                        operation.continuation = continuation
                        add(operation)
                    }
                }
            } onCancel: {
                if isCancellable { queue.async { [self] in cancel(operation) } }
            }
            return try result.get()
        }

        private func add(_ operation: PostgreSQLOperation) {
            if let reason = operation.isCancelled ? .cancelled : end {
                operation.fail(reason)
                return operation.finish()
            }
            operations.append(operation)
            if operations.count == 1 { start(operation) }
        }

        private func start(_ operation: PostgreSQLOperation) {
            operation.begin = time.now()
            if operation.hasTimeLimit { watchTime() }
            switch operation.work {
            case .script(let text):
                operation.phase = .running
                if text.utf8.contains(0) { return complete(operation, .unexpected("A script has the character NUL")) }
                let isSent = PQexitPipelineMode(connection) == 1 && PQsendQuery(connection, text) == 1
                isSent ? flush() : lose(connectionMessage)
            case .statements(let statements):
                var texts: [String] = []
                for statement in statements where prepared[statement.sql] == nil && !texts.contains(statement.sql) {
                    texts.append(statement.sql)
                }
                texts.isEmpty ? send(statements, of: operation) : prepare(texts, for: operation)
            }
        }

        private func prepare(_ texts: [String], for operation: PostgreSQLOperation) {
            let names = texts.map { _ in prepared.newName() }
            operation.phase = .preparing(Array(zip(names, texts)))
            for (name, text) in zip(names, texts) {
                guard PQsendPrepare(connection, name, text, 0, nil) == 1, PQsendDescribePrepared(connection, name) == 1
                else { return lose(connectionMessage) }
            }
            sync()
        }

        private func send(_ statements: [PostgreSQLStatement], of operation: PostgreSQLOperation) {
            operation.phase = .running
            do throws(PostgreSQLError) {
                // Either all statements are sent, or none.
                let messages = try statements.map { statement throws(PostgreSQLError) in
                    let prepared = prepared[statement.sql]
                    return (prepared?.name ?? "", try PostgreSQLParameters(statement, types: prepared?.types ?? []))
                }
                for (name, parameters) in messages {
                    let isSent = parameters.withPointers { values, lengths, formats in
                        PQsendQueryPrepared(connection, name, parameters.count, values, lengths, formats, 1) == 1
                    }
                    guard isSent else { return lose(connectionMessage) }
                }
                sync()
            } catch {
                complete(operation, error)
            }
        }

        private func sync() {
            PQpipelineSync(connection) == 1 ? flush() : lose(connectionMessage)
        }

        private func flush() {
            switch PQflush(connection) {
            case 0: watches.removeValue(forKey: .write).map(SocketWatch.shared.stop)
            case 1: watch(.write) { [self] in flush() }
            default: lose(connectionMessage)
            }
        }

        private func complete(_ operation: PostgreSQLOperation, _ error: PostgreSQLError? = nil) {
            if let error { operation.fail(error) }
            operation.isDone = true
            guard !operation.isBeingCancelled else { return }
            operations.removeFirst()
            updateHealth()
            operation.finish()
            if let next = operations.first { start(next) }
        }

        private func updateHealth() {
            let status = PQtransactionStatus(connection)
            let isReusable =
                status == PQTRANS_IDLE && operations.isEmpty && !isSpent && end == nil && prepared.count < 500
            sharedHealth.withLock {
                $0 = Health(isReusable: isReusable, hasFailedTransaction: status == PQTRANS_INERROR)
            }
        }

        // MARK: Results

        private func read() {
            guard end == nil else { return }
            let isConnected = PQconsumeInput(connection) == 1
            // Received data may contain the reason of the end.
            takeResults()
            // Notifications arrive between results, so some are found only together with them.
            while let notification = PQnotifies(connection) {
                onNotification?(String(cString: notification.pointee.extra))
                PQfreemem(notification)
            }
            if !isConnected || PQstatus(connection) == CONNECTION_BAD { lose(connectionMessage) }
        }

        private func takeResults() {
            var hasJustEnded = false
            while end == nil, let operation = operations.first, !operation.isDone, PQisBusy(connection) == 0 {
                guard let result = PQgetResult(connection) else {
                    // The end of one statement, or of the script.
                    if case .script = operation.work {
                        guard PQenterPipelineMode(connection) == 1 else { return lose(connectionMessage) }
                        complete(operation)
                    } else if hasJustEnded {
                        return lose("it is out of step")
                    }
                    hasJustEnded = true
                    continue
                }
                hasJustEnded = false
                defer { PQclear(result) }
                take(result, for: operation)
            }
        }

        private func take(_ result: OpaquePointer, for operation: PostgreSQLOperation) {
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                switch (operation.phase, operation.work) {
                case (.preparing(let statements), _):
                    if operation.resultCount % 2 == 1 {
                        let (name, text) = statements[operation.resultCount / 2]
                        prepared.add(text, name: name, types: Libpq.parameterTypes(of: result))
                    }
                    operation.resultCount += 1
                case (_, .statements):
                    operation.rows.append(PostgreSQLRows(copying: result, sql: operation.sql))
                case (_, .script):
                    break
                }
            case PGRES_PIPELINE_SYNC:
                if case .preparing = operation.phase, operation.error == nil,
                    case .statements(let statements) = operation.work
                {
                    operation.isCancelled ? complete(operation, .cancelled) : send(statements, of: operation)
                } else {
                    complete(operation)
                }
            case PGRES_PIPELINE_ABORTED:
                break
            case PGRES_FATAL_ERROR:
                fail(operation, result)
            default:
                end(.unexpected("“\(PostgreSQLStatement.summary(of: operation.sql))” cannot be run here, such as COPY"))
            }
        }

        private func fail(_ operation: PostgreSQLOperation, _ result: OpaquePointer) {
            guard let error = Libpq.error(of: result) else { return lose(Libpq.message(ofResult: result)) }
            // Another session has changed a table, or removed prepared statements.
            if error.sqlState == "0A000" || error.sqlState == "26000" { isSpent = true }
            operation.fail(operation.isCancelled && error.sqlState == "57014" ? .cancelled : error)
        }

        // MARK: Cancellation and time

        private func cancel(_ operation: PostgreSQLOperation) {
            guard !operation.isCancelled, !operation.isDone else { return }
            operation.isCancelled = true
            guard let index = operations.firstIndex(where: { $0 === operation }) else { return }  // not added yet
            guard index == 0, let request = Libpq.CancelRequest(connection) else {
                operations.remove(at: index)
                operation.fail(.cancelled)
                return operation.finish()
            }
            operation.isBeingCancelled = true
            DispatchQueue.global().async { [self] in
                request.send()
                queue.async { [self] in
                    operation.isBeingCancelled = false
                    if operation.isDone, end == nil { complete(operation) }
                }
            }
            Task { [time] in
                try await time.sleep(time.now() + .seconds(2))
                queue.async { [self] in
                    if operations.first === operation { lose("a statement that was cancelled did not end") }
                }
            }
        }

        /// The server ends statements that take too long. If it does not, the connection is closed.
        private func watchTime() {
            guard !watchesTime, end == nil, let operation = operations.first, operation.hasTimeLimit else { return }
            watchesTime = true
            let limit = configuration.statementTimeout + .seconds(5)
            let due = operation.begin + limit
            Task { [time, weak self] in
                try await time.sleep(due)
                self?.queue.async { [weak self] in
                    guard let self else { return }
                    watchesTime = false
                    if let first = operations.first, first.hasTimeLimit, first.begin + limit <= time.now() {
                        lose("no answer within \(limit)")
                    } else {
                        watchTime()
                    }
                }
            }
        }
    }
#endif
