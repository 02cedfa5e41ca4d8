#if canImport(FoundationNetworking)
    import Foundation
    import HTTPTypes
    import NetTaskRuntime
    import Testing

    @testable import NetTaskTesting
    @testable import NetTaskURLSession

    // What waits of a reply that comes faster than it is read, over a transport that cannot slow its server down.
    @Suite("B46: URLSession on Linux stores bytes that are not read yet", .timeLimit(.minutes(5)))
    struct SpoolTests {
        /// What is seen of an attempt that nobody reads, once it is over.
        private struct Seen {
            var outcome: ConformanceOutcome
            var requests: Int
            var names: [String]
            var openFiles: Int
        }

        /// Runs an attempt whose stream nobody reads against a server that never stops, until it ends or `stop` returns.
        private func attempt(
            spool: URL,
            limit: Int64,
            stop: @escaping @Sendable (StreamRecorder) async throws -> Void = { _ in await forever() }
        ) async throws -> Seen {
            let server = try HTTPLoopbackServer { _ in .fault(.endlessBody) }
            let handler = HTTPNetTaskQueueHandler(baseURL: server.baseURL) {
                $0.maxSpoolSize = limit
                $0.spoolFolder = spool
            }
            let recorder = StreamRecorder(room: 100_000)
            let sending = Task {
                var message = HTTPMessage(uri: "a")
                message.receiver = recorder
                do {
                    return ConformanceOutcome.reply(
                        try await handler.send(message, context: NetTaskContext(name: "Spool")).status.code
                    )
                } catch {
                    return ConformanceOutcome(error)
                }
            }
            let stopping = Task {
                try await stop(recorder)
                sending.cancel()
            }
            let outcome = await sending.value
            stopping.cancel()
            try await server.waitForConnections(atMost: 0)
            defer { withExtendedLifetime(handler) {} }
            let seen = Seen(
                outcome: outcome,
                requests: server.requests.count,
                names: (try? FileManager.default.contentsOfDirectory(atPath: spool.path)) ?? ["no folder"],
                openFiles: Self.openFiles(in: spool)
            )
            await server.stop()
            return seen
        }

        /// Waits until the task is cancelled.
        private static func forever() async {
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            for await _ in stream {}
            continuation.finish()
        }

        private static func openFiles(in folder: URL) -> Int { descriptors(in: folder).count }

        /// How many bytes the open files of a folder have.
        private static func size(ofFilesIn folder: URL) -> Int64 {
            descriptors(in: folder).reduce(0) { sum, descriptor in
                var status = stat()
                return sum + (fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0)
            }
        }

        private static func descriptors(in folder: URL) -> [Int32] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.compactMap { Int32($0) }.filter { descriptor in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)"))?
                    .hasPrefix(folder.path) == true
            }
        }

        private func withFolder(in parent: URL, _ body: (URL) async throws -> Void) async throws {
            let folder = parent.appendingPathComponent("NetTask-\(UUID().uuidString)").resolvingSymlinksInPath()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try await body(folder)
        }

        @Test("exceeding the bound on disk ends the attempt with an error that names the bound, and leaves no file")
        func bound() async throws {
            try await withFolder(in: TemporaryFile.folder) { folder in
                // when
                let seen = try await attempt(spool: folder, limit: 3_000_000)
                // then
                #expect(seen.outcome == .transport(.replyTooLarge))
                #expect(seen.requests == 1)
                #expect(seen.names == [])
                #expect(seen.openFiles == 0)
            }
        }

        @Test("the file has no name while it contains bytes, and is closed when the attempt is cancelled")
        func cancelled() async throws {
            try await withFolder(in: TemporaryFile.folder) { folder in
                let names = Watched(["not looked at"])
                // when it is cancelled once bytes wait on disk
                let seen = try await attempt(spool: folder, limit: 1 << 30) { _ in
                    // A file that was just made has its name for a moment.
                    while Self.size(ofFilesIn: folder) == 0 { await Task.yield() }
                    names.update { $0 = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? ["?"] }
                }
                // then
                #expect(names.value == [])
                #expect(seen.outcome == .cancelled)
                #expect(seen.requests == 1)
                #expect(seen.names == [])
                #expect(seen.openFiles == 0)
            }
        }

        @Test(
            "no file is written to a folder in memory: 16 MB are stored, and more end the attempt",
            .enabled(if: TemporaryFile.isInMemory(URL(fileURLWithPath: "/dev/shm")), "there is no tmpfs")
        )
        func memory() async throws {
            try await withFolder(in: URL(fileURLWithPath: "/dev/shm")) { folder in
                // when
                let seen = try await attempt(spool: folder, limit: 1 << 30)
                // then
                #expect(seen.outcome == .transport(.replyTooLarge))
                #expect(seen.requests == 1)
            }
        }

        @Test("without a file on disk 16 MB are stored, and more end the attempt", arguments: [0, 1, 256 << 10])
        func noDisk(limit: Int64) async throws {
            try await withFolder(in: TemporaryFile.folder) { folder in
                // when
                let seen = try await attempt(spool: folder, limit: limit)
                // then
                #expect(seen.outcome == .transport(.replyTooLarge))
                #expect(seen.requests == 1)
            }
        }

        @Test("a missing folder is an error that names it")
        func noFolder() async throws {
            // when
            let seen = try await attempt(spool: URL(fileURLWithPath: "/nowhere"), limit: 1 << 30)
            // then
            #expect(seen.outcome == .transport(.other))
        }

        @Test("bytes are read from a file in the order of writing, even when the writer wraps around")
        func circle() throws {
            // given
            let file = try SpoolFile(in: TemporaryFile.folder, capacity: 1_000)
            var (written, read) = (Data(), Data())
            // when
            for round in 0..<50 {
                let piece = Data((0..<(round % 7 + 1) * 50).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ round) })
                while file.count + Int64(piece.count) > 1_000 { read += try file.read(130) ?? Data() }
                try file.write(piece)
                written += piece
            }
            while let piece = try file.read(130) { read += piece }
            // then
            #expect(read == written)
            #expect(file.count == 0)
        }
    }
#endif
