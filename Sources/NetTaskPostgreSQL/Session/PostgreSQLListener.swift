#if PostgreSQL
    import NetTaskCore

    /// Listens to a channel on its own connection, and reconnects whenever it is lost.
    struct PostgreSQLListener: Sendable {
        let channel: String
        let configuration: PostgreSQLConfiguration
        let time: TimeSource
        let random: RandomSource
        let continuation: AsyncStream<PostgreSQLNotification>.Continuation

        /// Returns when the Swift task is cancelled.
        func run() async {
            let name = "\"" + channel.replacing("\"", with: "\"\"") + "\""
            var failureCount = 0
            while !Task.isCancelled {
                let connection = PostgreSQLConnection(configuration, time: time) { [continuation] text in
                    if case .dropped = continuation.yield(.message(text)) { continuation.yield(.listening) }
                }
                do throws(PostgreSQLError) {
                    try await connection.connect()
                    _ = try await connection.run(.statements([PostgreSQLStatement("LISTEN \(name)")]))
                    failureCount = 0
                    continuation.yield(.listening)
                } catch {
                    connection.close()
                }
                await connection.waitForEnd()
                failureCount += 1
                let pause = PostgreSQLConfiguration.backoff(failureCount: failureCount, random: random)
                try? await time.sleep(time.now() + pause)
            }
            continuation.finish()
        }
    }
#endif
