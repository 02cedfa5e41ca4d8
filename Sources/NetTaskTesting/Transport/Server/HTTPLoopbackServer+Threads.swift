import Foundation

extension HTTPLoopbackServer {
    /// Runs on the server's own thread: starts a thread for each connection, and finally waits for all of them.
    func listen(_ socket: ServerSocket) {
        var threads: [Int: ServerThread] = [:]
        var count = 0
        while let client = socket.accepted() {
            count += 1
            let number = count
            let (isListening, ended) = state.update { state in
                defer { state.ended = [] }
                if state.isListening {
                    state.open[number] = Connection(socket: client)
                }
                return (state.isListening, state.ended)
            }
            for number in ended {
                threads.removeValue(forKey: number)?.join()
            }
            guard isListening else {
                client.close()
                break
            }
            do {
                threads[number] = try ServerThread { [self] in serve(client, number) }
            } catch {
                close(client, number)
            }
        }
        socket.close()
        state.update { $0.hasPort = false }
        hasStopped.wait()
        threads.values.forEach { $0.join() }
        state.update { $0.isOver = true }
    }

    /// Runs on the thread of a connection.
    private func serve(_ socket: ServerSocket, _ number: Int) {
        var reader = RequestReader(socket)
        while let request = reader.next() {
            let seen = recorded(request, number)
            guard let answer = awaited(number, { [answer] in try await answer(seen) }) else {
                return close(socket, number, isReset: true)
            }
            for step in answer.steps(for: seen) {
                switch step {
                case .write(let data):
                    guard socket.write(data) else { return close(socket, number) }
                case .writeForever(let data):
                    while socket.write(data) {
                        // About 64 MB per second, like a fast network. Without a pause, it would use the whole machine.
                        Thread.sleep(forTimeInterval: Double(data.count) / Double(64 << 20))
                    }
                    return close(socket, number)
                case .pause(let pace):
                    guard awaited(number, { try await pace.next() }) != nil else { return close(socket, number) }
                case .hold:
                    while socket.read() != nil {}
                    return close(socket, number)
                case .reset: return close(socket, number, isReset: true)
                case .close: return close(socket, number)
                }
            }
        }
        close(socket, number)
    }

    private func recorded(_ request: HTTPSeenRequest, _ connection: Int) -> HTTPSeenRequest {
        state.update { state in
            var request = request
            request.number = state.requests.count + 1
            request.connection = connection
            state.requests.append(request)
            return request
        }
    }

    /// Waits, on a thread that may block, until `body` has returned or the server is stopped.
    ///
    /// - Returns: `nil` if it threw an error.
    private func awaited<Value: Sendable>(
        _ connection: Int,
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Value? {
        let result = Watched<Value?>(nil)
        let isOver = DispatchSemaphore(value: 0)
        let task = Task {
            let value = try? await body()
            result.update { $0 = value }
            isOver.signal()
        }
        let isStopped = state.update { state in
            state.open[connection]?.task = task
            return state.isStopped
        }
        if isStopped {
            task.cancel()
        }
        isOver.wait()
        state.update { $0.open[connection]?.task = nil }
        return result.value
    }

    private func close(_ socket: ServerSocket, _ number: Int, isReset: Bool = false) {
        state.update { state in
            // In one step, because the system may immediately reuse the number of the descriptor.
            state.open[number] = nil
            socket.close(isReset: isReset)
            state.ended.append(number)
        }
    }
}
