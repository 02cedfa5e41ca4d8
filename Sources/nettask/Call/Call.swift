#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskAsyncHTTPClient
    import NetTaskInterpreter
    import NetTaskHTTP
    import NetTaskSpec
    import NetTaskStreams
    import NetTaskTerminal

    /// One request by a spec.
    struct Call {
        let task: InterpretedTask
        private let message: HTTPMessage
        private let credentials: [any HTTPMiddleware]
        private let logins: [CallLogin]
        private let baseURL: String?
        /// The secrets of a request that is only printed.
        private let placeholders: CallPlaceholders?

        /// - Parameters:
        ///   - name: Of the endpoint, with its group, and perhaps the client, before it.
        ///   - page: The URL of the page that is wanted; nil for the request as it is.
        ///   - isPrinted: Whether the request is only printed. Then it needs no credentials, and no secret is in it.
        init(
            _ name: String,
            in specs: [Spec],
            _ arguments: CallArguments,
            baseURL: String?,
            page: String?,
            isPrinted: Bool
        ) throws(CallArgumentError) {
            let (spec, endpoint) = try Self.endpoint(name, in: specs)
            var placeholders = isPrinted ? CallPlaceholders() : nil
            let values = try arguments.values(of: endpoint, ValueReader(spec.shapesByName, .request), &placeholders)
            do {
                task = try InterpretedTask(endpoint, of: spec, values, keepsDigits: true)
            } catch {
                throw CallArgumentError(Self.message(of: error, endpoint))
            }
            if page != nil, endpoint.pages?.isByURL != true {
                throw CallArgumentError("\(endpoint.qualifiedName) has no pages by a URL")
            }
            do {
                var message = try task.pack(idempotencyKey: UUID().uuidString.lowercased())
                if let page { message.goOn(at: page) }
                self.message = message
            } catch {
                throw CallArgumentError("\(error)")
            }
            self.baseURL = baseURL
            // Only the first request is printed.
            let poll = isPrinted ? nil : task.poll
            let hasSameAuth = poll?.auth == endpoint.auth
            let shared = hasSameAuth ? poll : nil
            let own = try arguments.credentials(for: endpoint, poll: shared, of: spec, baseURL, &placeholders)
            if let poll, !hasSameAuth {
                let ofPolls = try arguments.credentials(for: poll, of: spec, baseURL, &placeholders)
                credentials =
                    own.map { CredentialsOfSome(credentials: $0, isForPolls: false) }
                    + ofPolls.map { CredentialsOfSome(credentials: $0, isForPolls: true) }
                logins = (own + ofPolls).compactMap { $0 as? CallLogin }
            } else {
                credentials = own
                logins = own.compactMap { $0 as? CallLogin }
            }
            self.placeholders = placeholders
        }

        private static func endpoint(_ name: String, in specs: [Spec]) throws(CallArgumentError) -> (Spec, Endpoint) {
            let all = specs.flatMap { spec in spec.endpoints.map { (spec, $0) } }
            func fullName(_ spec: Spec, _ endpoint: Endpoint) -> String {
                "\(spec.client.swift).\(endpoint.qualifiedName)"
            }
            let found = all.filter { name == $1.qualifiedName || name == fullName($0, $1) }
            if found.count == 1 { return found[0] }
            if !found.isEmpty {
                let names = found.map(fullName).joined(separator: " or ")
                throw CallArgumentError("several clients have an endpoint \(name.quotedForMessage); say \(names)")
            }
            let names = all.map { $1.qualifiedName }
            // Without its group, too, where that is all that lacks.
            let clients = specs.map { "\($0.client.swift)." }
            let written = clients.first(where: name.hasPrefix).map { String(name.dropFirst($0.count)) } ?? name
            let hint = written.closestMatch(among: names) ?? names.first { $0.hasSuffix(".\(written)") }
            let known = names.isEmpty ? "there is none" : "there are \(names.prefix(20).joined(separator: ", "))"
            throw CallArgumentError(
                "there is no endpoint \(name.quotedForMessage); "
                    + (hint.map { "did you mean \($0.quotedForMessage)?" } ?? known)
            )
        }

        private static func message(of error: MissingValues, _ endpoint: Endpoint) -> String {
            let secrets = endpoint.params.filter { $0.isSecret && error.names.contains($0.name.written) }
            let texts = error.names.map { name in
                let type = endpoint.members.first { $0.name.written == name }.map { "\($0.type)" } ?? ""
                let isSecret = secrets.contains { $0.name.written == name }
                return isSecret ? "\(name) (secret: \(CallArguments.variable(for: name)))" : "\(name) (\(type))"
            }
            return "\(endpoint.qualifiedName) needs \(texts.joined(separator: ", "))"
        }

        /// Gets the tokens that it is sent with.
        func logIn() async throws {
            for login in logins { try await login.logIn() }
        }

        /// Sends it once.
        ///
        /// - Throws: `NetTaskError` if nothing came back.
        func send() async throws -> HTTPReply {
            let options: [NetTaskOption] = task.endpoint.timeout.map { [.timeout($0)] } ?? []
            return try await queue(credentials).run(SentMessage(message: message), options: options)
        }

        /// Sends it once, and polls until what it has started is over.
        ///
        /// - Parameter tell: is given the number of polls that were answered each time it is not over yet.
        /// - Returns: the last reply.
        func poll(_ tell: @Sendable (Int64) -> Void) async throws -> HTTPReply {
            var options: [NetTaskOption] = task.endpoint.timeout.map { [.timeout($0)] } ?? []
            if let deadline = task.endpoint.deadline { options.append(.deadline(deadline)) }
            let handle = queue(credentials).add(SentLongRunning(message: message, task: task), options: options)
            for await progress in handle.progress where progress.direction == .polling { tell(progress.completed) }
            return try await handle.value
        }

        /// Sends it once, and reads the reply as a stream.
        ///
        /// - Parameter take: is given each element as it comes, and what to hide of it.
        /// - Returns: the reply, if its status is an error.
        /// - Throws: `NetTaskError` if nothing came back, or the stream broke off; `ParseError` for an element, which it names.
        func read(
            _ stream: Endpoint.Stream,
            _ take: (SpecValue, Redaction) -> Void
        ) async throws -> HTTPReply? {
            let call = try await preview()
            var count = 0
            let takePiece = { (piece: HTTPStreamPiece) in
                if let end = stream.end, piece.data == Data(end.utf8) { return false }
                count += 1
                do {
                    take(try task.element(named: piece.name, piece.data), call.redaction)
                } catch var error as ParseError {
                    error.reason = call.redaction.text(error.reason)
                    let request = "\(call.request.method.rawValue) \(call.url)"
                    error.subject = errorStart(request, attempt: 1) + "element \(count) of the stream"
                    throw error
                }
                return true
            }
            switch stream.framing {
            case .events: return try await read(SentForEvents(message: message), stream.idle, takePiece)
            case .lines: return try await read(SentForLines(message: message), stream.idle, takePiece)
            }
        }

        private func read<T: HTTPStreamTask>(
            _ task: T,
            _ idle: Duration?,
            _ take: (HTTPStreamPiece) throws -> Bool
        ) async throws -> HTTPReply? where T.Element == HTTPStreamPiece {
            let options: [NetTaskOption] = self.task.endpoint.timeout.map { [.timeout($0)] } ?? []
            do {
                for try await piece in queue(credentials, idle: idle).stream(task, options: options) {
                    if try !take(piece) { break }
                }
                return nil
            } catch NetTaskError<T.Failure>.status(let error, _) {
                return error.reply
            }
        }

        /// The request for the output.
        func printed() async throws -> PrintedCall {
            PrintedCall(call: try await preview(), placeholders: placeholders ?? CallPlaceholders())
        }

        /// Returns an error of a request with the names of the spec in place of those of the types in this file.
        func named(_ error: any Error) async -> any Error {
            let cause =
                switch error {
                case let error as TaskError<Never, Never>: error.underlying
                case let error as NetTaskError<Never>: error.underlying
                default: error
                }
            guard var timeout = cause as? NetTaskTimeoutError else { return cause }
            timeout.task = task.name
            if timeout.request.isEmpty, let call = try? await preview() {
                timeout.request = "\(call.request.method.rawValue) \(call.url)"
            }
            return timeout
        }

        /// The request as it would be sent, with its credentials.
        private func preview() async throws -> HTTPCall {
            let stop = StoppedBeforeSending()
            do {
                _ = try await queue(credentials + [stop]).run(SentMessage(message: message))
            } catch .other(let error as StoppedBeforeSending.Stop) {
                return error.call
            }
            throw CancellationError()  // never: nothing passes the stop
        }

        private func queue(_ middleware: [any HTTPMiddleware], idle: Duration? = nil) -> HTTPNetTaskQueue {
            HTTPNetTaskQueue(transport: AsyncHTTPClientTransport(), baseURL: baseURL) {
                $0.middleware = middleware
                $0.timeouts.idle = idle ?? $0.timeouts.idle
            }
        }
    }

    extension Pages {
        fileprivate var isByURL: Bool {
            switch form {
            case .link, .url: true
            case .cursor, .page, .offset: false
            }
        }
    }

    /// A message that was packed, as a task whose response is the reply, whatever its status.
    struct SentMessage: NetTask {
        let message: HTTPMessage

        func pack() -> HTTPMessage { message }
        func parse(_ reply: HTTPReply) -> HTTPReply { reply }
    }

    /// The same that polls until what it has started is over; its response is the last reply.
    private struct SentLongRunning: NetTaskPolling {
        static var settings: NetTaskSettings { NetTaskSettings(pollInterval: RuntimeDefaults.pollInterval.duration) }
        let message: HTTPMessage
        let task: InterpretedTask

        func pack() -> HTTPMessage { message }
        func parse(_ reply: HTTPReply) -> HTTPReply { reply }

        static func poll(for call: Self, after start: HTTPReply) throws -> any NetTask<HTTPMessage, HTTPReply> {
            do {
                if let poll = try call.task.poll(after: start) {
                    return SentMessage(message: try poll.pack(idempotencyKey: ""))
                }
            } catch  where start.location != nil {
                // A reply that cannot be read has no params for the poll, but it has a URL.
            }
            if let location = start.location { return SentMessage(message: call.message.polling(at: location)) }
            throw ParseError("it contains neither the params of the poll nor a `Location`", reply: start)
        }

        static func step(of call: Self, after reply: HTTPReply, start: HTTPReply?) throws -> NetTaskStep<HTTPReply> {
            let state = call.task.state(after: reply)
            // What the start is answered with may be something else than what a poll is.
            let isOver =
                if state == nil, start == nil { (try? poll(for: call, after: reply)) == nil } else { state != .pending }
            let interval = call.task.endpoint.longRunning?.interval ?? RuntimeDefaults.pollInterval.duration
            return isOver ? .done(reply) : .pending(after: reply.wait(beforePoll: interval))
        }
    }

    /// Credentials of the request that starts something, or of those that ask how far it has come.
    private struct CredentialsOfSome: HTTPMiddleware {
        let credentials: any HTTPMiddleware
        let isForPolls: Bool

        func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
            guard (call.operation.context.attempt > 1) == isForPolls else { return try await next(call) }
            return try await credentials.send(call, next: next)
        }
    }

    /// The same whose reply is a stream of events.
    private struct SentForEvents: HTTPStreamTask {
        typealias Response = [HTTPStreamPiece]

        static var stream: HTTPStreamFormat { HTTPStreamFormat(.events) }
        let message: HTTPMessage

        func pack() -> HTTPMessage { message }
        static func element(of piece: HTTPStreamPiece) -> HTTPStreamPiece { piece }
    }

    /// The same whose reply is a stream of lines.
    private struct SentForLines: HTTPStreamTask {
        typealias Response = [HTTPStreamPiece]

        static var stream: HTTPStreamFormat { HTTPStreamFormat(.lines) }
        let message: HTTPMessage

        func pack() -> HTTPMessage { message }
        static func element(of piece: HTTPStreamPiece) -> HTTPStreamPiece { piece }
    }

    /// Ends a call where it would go out.
    private struct StoppedBeforeSending: HTTPMiddleware {
        struct Stop: Error {
            let call: HTTPCall
        }

        func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
            throw Stop(call: call)
        }
    }
#endif
