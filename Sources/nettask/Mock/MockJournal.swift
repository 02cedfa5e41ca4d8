#if Tools
    import Foundation
    import NetTaskBase
    import NetTaskHTTP
    import NetTaskMocks
    import NetTaskTerminal

    /// The requests that the server received: as lines on the terminal, in a file, and the last 1,000 in memory.
    ///
    /// It contains no secrets of the spec: their values are replaced by `<secret>`.
    final class MockJournal: Sendable {
        struct Entry: Sendable {
            var time: Date
            var method: String
            var target: String
            /// The status; 0 without a reply.
            var status: Int
            var duration: Duration
            var endpoint: String?
            var note: String
        }

        private struct State {
            var entries: [Entry] = []
            /// The position of the oldest of a full list.
            var oldest = 0
            var file: FileHandle?
            var count = 0
        }

        private let state: Locked<State>
        private let format: OutputFormat
        private static let maxCount = 1_000

        /// - Parameter path: the path of a file, which gets a line of JSON for each request; `nil` for none.
        /// - Throws: an error of Foundation if the file cannot be written.
        init(path: String?, _ format: OutputFormat) throws {
            var state = State()
            if let path {
                if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try file.seekToEnd()
                state.file = file
            }
            self.state = Locked(state)
            self.format = format
        }

        func add(_ entry: Entry) {
            let json = entry.json.description
            let line = format == .json ? json.escapedJSON : entry.line
            state.withLock { state in
                state.count += 1
                if state.entries.count < Self.maxCount {
                    state.entries.append(entry)
                } else {
                    state.entries[state.oldest] = entry
                    state.oldest = (state.oldest + 1) % Self.maxCount
                }
                try? state.file?.write(contentsOf: Data((json + "\n").utf8))
                // At once, so that the lines are in the order of the requests.
                try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
            }
        }

        /// The last requests, the oldest first.
        var entries: [Entry] {
            state.withLock { Array($0.entries[$0.oldest...] + $0.entries[..<$0.oldest]) }
        }

        /// The number of all requests.
        var count: Int { state.withLock { $0.count } }
    }

    /// Made once, because it reads the environment.
    private let output = Terminal.output

    extension MockJournal.Entry {
        var json: JSONValue {
            var members: [String: JSONValue] = [
                "time": .string(time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
                "method": .string(method), "target": .string(target),
                "status": .number(JSONValue.Number(status)), "milliseconds": .number(JSONValue.Number(milliseconds)),
            ]
            members["endpoint"] = endpoint.map { .string($0) }
            if !note.isEmpty { members["note"] = .string(note) }
            return .object(members)
        }

        private var milliseconds: Int {
            Int(duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000)
        }

        /// The line for people: `14:03:22 GET /orders/7 200 1 ms GetOrder`.
        var line: String {
            let style: Terminal.Style = (1..<400).contains(status) ? .green : .red
            let words = [
                output.styled(time.timeOfDay(), .dim), method, target.escapedForTerminal,
                output.styled(status == 0 ? "-" : "\(status)", style), output.styled(duration.text, .dim),
                endpoint.map { output.styled($0, .cyan) } ?? "", output.styled(note.escapedForTerminal, .dim),
            ]
            return words.filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// Removes the secrets of a spec from targets and notes.
    struct MockSecrets: Sendable {
        /// The names of secret params and of keys in the query.
        private var names: Set<String> = []
        /// The paths of endpoints with a secret param in the path, split at slashes, by endpoint.
        private var paths: [String: [Substring]] = [:]
        /// The secret params in the path, by endpoint.
        private var variables: [String: Set<String>] = [:]

        init(_ description: MockDescription) {
            names = Set(description.auth.values.filter { $0.location == .query }.map(\.name))
            for endpoint in description.endpoints {
                let secrets = endpoint.params.filter(\.isSecret)
                names.formUnion(secrets.filter { $0.location == .query }.map(\.name))
                let variables = Set(secrets.filter { $0.location == .path }.map(\.name))
                if variables.isEmpty { continue }
                self.variables[endpoint.name] = variables
                paths[endpoint.name] = endpoint.path.prefix { $0 != "?" }.split(separator: "/")
            }
        }

        private static let mark = "<secret>"

        /// The target and the note without secrets.
        func removed(from target: String, _ note: String, of endpoint: String?) -> (target: String, note: String) {
            if names.isEmpty, variables.isEmpty { return (target, note) }
            let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            var values: [String] = []
            var result = path(parts[0], endpoint, &values)
            if parts.count > 1 {
                let pairs = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { pair in
                    self.pair(pair, &values)
                }
                result += "?" + pairs.joined(separator: "&")
            }
            var note = note
            for value in values where !value.isEmpty {
                note = note.replacing(value, with: Self.mark)
                note = note.replacing(value.removingPercentEncoding ?? value, with: Self.mark)
            }
            return (result, note)
        }

        private func pair(_ pair: Substring, _ values: inout [String]) -> String {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0].replacing("+", with: " ")).removingPercentEncoding ?? String(parts[0])
            guard parts.count > 1, names.contains(String(name.prefix { $0 != "[" })) else { return String(pair) }
            values.append(String(parts[1]))
            return "\(parts[0])=\(Self.mark)"
        }

        private func path(_ path: Substring, _ endpoint: String?, _ values: inout [String]) -> String {
            guard let endpoint, let template = paths[endpoint], let variables = variables[endpoint] else {
                return String(path)
            }
            var segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            // With a variable of several segments, the others cannot be distinguished.
            let isFixed = !template.contains { $0.contains("{+") } && segments.count >= template.count
            let first = isFixed ? segments.count - template.count : 0
            for index in segments.indices where index >= first && !segments[index].isEmpty {
                let part = isFixed ? template[index - first] : ""
                if isFixed, !variables.contains(where: { part.contains("{\($0)}") }) { continue }
                values.append(segments[index])
                segments[index] = Self.mark
            }
            return segments.joined(separator: "/")
        }
    }
#endif
