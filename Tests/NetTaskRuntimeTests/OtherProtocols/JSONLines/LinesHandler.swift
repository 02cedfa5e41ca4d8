import NetTaskCore

/// Sends JSON lines over one connection, which it opens when needed, and reopens after it was closed.
actor LinesHandler: NetTaskQueueHandler {
    private let port: UInt16
    private var connecting: Task<LineConnection, any Error>?

    init(port: UInt16) {
        self.port = port
    }

    func send(_ line: JSONLine, context: NetTaskContext) async throws -> JSONLine {
        do {
            return try await connection().send(line)
        } catch var error as TransportError {
            error.url = "tcp://127.0.0.1:\(port)"
            error.attempt = context.attempt
            throw error
        }
    }

    private func connection() async throws -> LineConnection {
        // All callers wait for the same connection while it is being opened.
        while let connecting {
            if let connection = try? await connecting.value, connection.isOpen {
                return connection
            }
            if connecting == self.connecting {
                self.connecting = nil
            }
        }
        let port = port
        let connecting = Task { try await LineConnection(port: port) }
        self.connecting = connecting
        return try await connecting.value
    }

    nonisolated func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        switch error {
        case let error as TransportError: error.isUnsent ? .unsent : .transient
        case is NetTaskTimeoutError: .transient
        default: .final
        }
    }
}
