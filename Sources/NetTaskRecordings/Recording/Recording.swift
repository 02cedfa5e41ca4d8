import NetTaskHTTP
public import NetTaskSystem

/// When requests are recorded.
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
    /// Never. A request without a recording is an error.
    case replay
    /// Those without a recording.
    case once
    /// All. They replace the earlier recordings of the same test.
    case all

    /// The environment variable that contains the mode.
    public static let variable = "NETTASK_RECORD"

    /// Reads the mode from `NETTASK_RECORD`: `once`, `all`, or nothing for `replay`.
    ///
    /// - Throws: ``RecordingError`` for any other value.
    public static func from(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(RecordingError) -> RecordingMode {
        let value = environment[variable] ?? ""
        if value.isEmpty { return .replay }
        if let mode = RecordingMode(rawValue: value) { return mode }
        throw RecordingError(.invalid, "\(variable) must be `once` or `all`, not `\(excerpt(of: value.utf8))`")
    }
}

/// The recordings of one run of a test, in a file that other tests may share. Made by the trait; see
/// <doc:NetTaskRecordings>. All members may be used from any thread.
public final class Recording: Sendable {
    /// The recordings of the current test; `nil` without the trait.
    @TaskLocal public static var current: Recording?

    /// The file.
    public let file: URL
    /// When requests are recorded.
    public let mode: RecordingMode
    /// Which recording answers a request.
    public let matching: RecordingMatch
    let test: String
    let redacting: (@Sendable (inout HAREntry) -> Void)?
    private let entries: [HAREntry]

    private struct State {
        var used: Set<Int> = []
        var recorders: [HARRecorder] = []
    }
    private let state = Locked(State())

    /// Guards the files of all tests in the process. The value contains the files and tests that record everything and have
    /// begun to write.
    private static let files = Locked<Set<[String]>>([])

    /// Opens recordings. The file may be missing.
    ///
    /// - Parameters:
    ///   - file: the HAR.
    ///   - mode: when requests are recorded. Default: `nil`, as `NETTASK_RECORD` states.
    ///   - matching: which recording answers a request. Default: the one with the same params.
    ///   - test: the name of the test, for errors and in the file. Default: `""`.
    ///   - redacting: changes an entry after secrets were replaced. It is also called for each request that is compared with
    ///     recordings; the status of its reply is 0. Called on the concurrency pool, for several requests at the same time.
    ///     Default: `nil`.
    /// - Throws: ``HARError`` if the file is not a HAR, ``RecordingError`` if `NETTASK_RECORD` is invalid, or an error of the
    ///   system.
    public init(
        _ file: URL,
        mode: RecordingMode? = nil,
        matching: RecordingMatch = .params,
        test: String = "",
        redacting: (@Sendable (inout HAREntry) -> Void)? = nil
    ) throws {
        self.mode = try mode ?? .from()
        (self.file, self.matching, self.test, self.redacting) = (file, matching, test, redacting)
        entries = try Self.files.withLock { _ in try Self.read(file).entries }
    }

    /// Ends the requests that are still running, and writes what was recorded. Call it once, at the end of a test.
    ///
    /// - Throws: ``RecordingError`` if replies contain secrets that were not found: then nothing is written. ``HARError`` or an
    ///   error of the system if the file cannot be written.
    public func finish() async throws {
        let recorders = state.withLock(\.recorders)
        for recorder in recorders { await recorder.stop() }
        if let task = recorders.flatMap(\.unclearTasks).first {
            throw RecordingError(
                .unclearSecrets,
                "the spec declares a part of the reply of \(task) as secret, and its place in the reply is not clear; replace "
                    + "it with `redacting:` of the recording",
                file: file.path
            )
        }
        let recorded = recorders.flatMap(\.har.entries).filter { entry in
            entry.response.status != 0 && (entry.isComplete || !entry.chunks.isEmpty)
        }
        if !recorded.isEmpty { try Self.files.withLock { try write(recorded, &$0) } }
    }

    // MARK: Use by the transport

    func add(_ recorder: HARRecorder) {
        if mode != .replay { state.withLock { $0.recorders.append(recorder) } }
    }

    /// Returns the recording that answers a request, with its index in the file; `nil` if the request is to be recorded.
    func entry(for request: HAREntry) throws(RecordingError) -> (HAREntry, index: Int)? {
        if mode == .all { return nil }
        let matcher = RequestMatcher(match: matching, request: request.request, uriTemplate: request.uriTemplate ?? "")
        let usable = entries.indices.filter { Self.isUsable(entries[$0]) }
        var fitting = usable.filter { matcher.difference(to: entries[$0]) == nil }
        // The recordings of the test itself, and those of the same host, come first.
        for isBetter in [
            { entry in entry.test == nil || entry.test == self.test },
            { entry in entry.request.target.authority == request.request.target.authority },
        ] as [(HAREntry) -> Bool] {
            let better = fitting.filter { isBetter(entries[$0]) }
            if !better.isEmpty { fitting = better }
        }
        let index = state.withLock { state in
            let next = fitting.first { state.used.insert($0).inserted }
            return next ?? (matching == .endpoint ? fitting.last : nil)
        }
        if let index { return (entries[index], index) }
        if mode == .once { return nil }
        throw missing(request, fitting.count, matcher, usable)
    }

    /// Where an entry is, for errors.
    func place(of index: Int) -> String { "entry \(index) of \(file.path)" }

    /// The command that records what is missing.
    func command(_ mode: RecordingMode) -> String {
        let filter = test.prefix { $0 != "(" }
        return "\(RecordingMode.variable)=\(mode.rawValue) swift test" + (filter.isEmpty ? "" : " --filter \(filter)")
    }

    private func missing(_ request: HAREntry, _ count: Int, _ matcher: RequestMatcher, _ usable: [Int])
        -> RecordingError
    {
        let what = "\(request.request.method) \(request.request.url)"
        var reason =
            count == 0
            ? "no recording of \(what)"
            : "the test sends \(what) more often than the \(count == 1 ? "one time" : "\(count) times") that were recorded"
        let near = usable.filter { ["query", "body"].contains(matcher.difference(to: entries[$0])) }.first
        if count == 0, let near, let part = matcher.difference(to: entries[near]) {
            reason += "; entry \(near) differs in the \(part)"
        }
        return RecordingError(.missing, "\(reason). Record it with: \(command(.once))", file: file.path)
    }

    // MARK: Files

    /// A browser has entries without a reply, and of other protocols.
    private static func isUsable(_ entry: HAREntry) -> Bool {
        entry.response.status != 0 && entry.request.url.lowercased().hasPrefix("http")
            && (entry.isComplete || !entry.chunks.isEmpty)
    }

    private static func read(_ file: URL) throws -> HAR {
        guard FileManager.default.fileExists(atPath: file.path) else { return HAR() }
        return try HAR(contentsOf: file)
    }

    private func write(_ recorded: [HAREntry], _ begun: inout Set<[String]>) throws {
        var har = try Self.read(file)
        var earlier: [HAREntry] = []
        if mode == .all, begun.insert([file.path, test]).inserted {
            let isReplaced = { [test] (entry: HAREntry) in
                entry.test == test
                    || entry.test == nil
                        && recorded.contains {
                            ($0.request.method, $0.request.url) == (entry.request.method, entry.request.url)
                        }
            }
            earlier = har.entries.filter(isReplaced)
            har.entries.removeAll(where: isReplaced)
        }
        for var entry in recorded {
            entry.test = test.isEmpty ? nil : test
            // Without a new time, the file does not change if the server has not changed.
            let same = earlier.firstIndex { $0.timeless == entry.timeless }
            har.entries.append(same.map { earlier.remove(at: $0) } ?? entry)
        }
        // By test, so that tests that run at the same time always make the same file.
        har.entries = har.entries.enumerated().sorted { left, right in
            (left.element.test ?? "", left.offset) < (right.element.test ?? "", right.offset)
        }.map(\.element)
        let json = har.json
        if (try? Data(contentsOf: file)) != json { try har.write(to: file) }
    }
}

extension HAREntry {
    /// The entry without what differs between two identical replies.
    fileprivate var timeless: HAREntry {
        var entry = self
        (entry.startedDateTime, entry.time, entry.source) = ("", 0, nil)
        entry.response.headers.removeAll { $0.name.lowercased() == "date" }
        entry.chunks = chunks.isEmpty ? [] : [HARChunk(time: 0, size: 0)]
        return entry
    }
}
