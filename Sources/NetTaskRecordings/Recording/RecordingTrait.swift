#if canImport(Testing)
    import NetTaskHTTP
    import NetTaskSystem
    public import Testing

    /// Runs a test with recordings; see `.recording(_:matching:redacting:filePath:)`.
    public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
        let name: String
        let matching: RecordingMatch
        let redacting: (@Sendable (inout HAREntry) -> Void)?
        let filePath: String

        /// Whether the trait of a suite applies to the tests in it: `true`.
        public var isRecursive: Bool { true }

        /// Runs a test with ``Recording/current``, and writes what it recorded, unless the test throws an error.
        public func provideScope(
            for test: Test,
            testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            let recording = try Recording(
                try file(),
                matching: matching,
                test: test.name,
                redacting: redacting
            )
            try await Recording.$current.withValue(recording) { try await function() }
            try await recording.finish()
        }

        /// The file of the recordings.
        ///
        /// - Throws: ``RecordingError`` if the name is not that of a file in the folder `Recordings`.
        func file() throws(RecordingError) -> URL {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
                throw RecordingError(
                    .invalid,
                    "`\(excerpt(of: name.utf8))` is not the name of a file in the folder Recordings"
                )
            }
            return URL(fileURLWithPath: filePath).deletingLastPathComponent()
                .appendingPathComponent("Recordings/\(name).har")
        }
    }

    extension Trait where Self == RecordingTrait {
        /// Answers the requests of a test with the recordings in `Recordings/NAME.har`, beside the file of the test.
        ///
        /// Tests can share a file, and run at the same time. With `NETTASK_RECORD`, the requests are recorded. If the test throws
        /// an error or is cancelled, nothing is written.
        ///
        /// - Parameters:
        ///   - name: the name of the file, without `.har`. It may contain slashes.
        ///   - matching: which recording answers a request. Default: the one with the same params.
        ///   - redacting: changes an entry after secrets were replaced. It is also called for each request that is compared with
        ///     recordings; the status of its reply is 0. Called on the concurrency pool, for several requests at the same time.
        ///     Default: `nil`.
        ///   - filePath: the file of the test. Default: the current one.
        public static func recording(
            _ name: String,
            matching: RecordingMatch = .params,
            redacting: (@Sendable (inout HAREntry) -> Void)? = nil,
            filePath: String = #filePath
        ) -> RecordingTrait {
            RecordingTrait(name: name, matching: matching, redacting: redacting, filePath: filePath)
        }
    }
#endif
