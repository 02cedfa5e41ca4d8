import ArgumentParser
import NetTaskGenerator
import NetTaskTerminal

#if Tools
    import Dispatch
    import Foundation
    import NetTaskHTTP
    import NetTaskMocks
    import NetTaskSpec
    import NetTaskWebhooks

    struct MockCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mock",
            abstract: "Runs a server that answers as specs describe.",
            discussion: """
                nettask mock shop.nettask.yaml
                nettask mock shop.nettask.yaml --port 8080 --limit 5/1s --journal requests.jsonl

                The server checks each request against the spec, and makes a reply that matches the spec. The same \
                request gets the same reply. The server remembers what requests create, change and remove, until it \
                ends. A request that does not match the spec gets the status 400, with each invalid value.

                The command prints a line for each request: the time, the method, the path, the status, the duration, the \
                endpoint, and a note. Values of secret params are not printed.

                POST /__nettask/reset makes the server forget everything. GET /__nettask/requests returns the last 1,000 \
                requests. The header `NetTask-Mock-Fault: status=503, delay=200ms` of a request asks for a fault.

                With `--webhook-url`, the server sends the events of the specs, signed with the secret in \
                NETTASK_WEBHOOK_SECRET: after a request that creates, changes or removes a thing, those whose payload has \
                the type of the thing, and whose name has a word for the change, such as order.created. \
                POST /__nettask/webhooks/EVENT sends any event; the members of a JSON body replace those of the payload.

                With `--proxy`, the server passes the requests to another one. At the end, the command prints \
                everything in the replies that the spec does not describe. `--write-overlay` also writes a spec that \
                extends the given one, and describes it.

                Only programs on this machine can use the server, unless you give another `--host`. Control-C ends it.

                Exit status: 0 at the end; 1 if a spec has errors or the server cannot listen; 64 for invalid options.
                """
        )

        @Argument(help: "Spec files, and folders that are searched for *.nettask.yaml.", completion: .specs)
        var specs: [String]

        @Option(help: "The port. For 0, the system chooses one, which the command prints.")
        var port: UInt16 = 8080

        @Option(help: "The IP address to listen on. For 0.0.0.0, other machines can use the server.")
        var host = "127.0.0.1"

        @Option(help: "A number that changes the made values.")
        var seed: UInt64 = 0

        @Flag(help: "Make some replies with nulls, empty lists, unknown cases and each of several types.")
        var vary = false

        @Flag(help: "Forget what requests create, change and remove.")
        var stateless = false

        @Option(help: "The rate of requests, such as 5/1s; others get the status 429. Default: `rate` of the spec.")
        var limit: MockLimit?

        @Option(help: "The duration of long-running operations.")
        var operationTime = MockTime(duration: .seconds(3))

        @Option(help: "The time between two elements of a stream.")
        var pace = MockTime(duration: .milliseconds(200))

        @Option(
            help: "A file with faults: a list in YAML, such as [{endpoint: GetOrder, calls: [2], status: 503}].",
            completion: .file()
        )
        var faults: String?

        @Option(help: "The base URL of a server that gets the requests. Its replies are compared with the spec.")
        var proxy: String?

        @Option(help: "A new file that gets an overlay with the differences that --proxy finds.", completion: .file())
        var writeOverlay: String?

        @Option(help: "A URL that gets the events of `webhooks`.")
        var webhookURL: String?

        @Option(help: "A file that gets a line of JSON for each request.", completion: .file())
        var journal: String?

        @Option(help: "The output format: text, or json for tools.")
        var format = OutputFormat.text

        func run() async throws {
            var mocks = try RunReport.reading(format) { report in
                let options = try options(report)
                let specs = try readSpecs(SpecFiles(specs), report).specs
                if writeOverlay != nil, specs.count != 1 {
                    report.fail(.invalidArgument, "--write-overlay needs one client, not \(specs.count)")
                    throw ExitCode.validationFailure
                }
                return try specs.map { try Mock($0, options, proxy: proxy, overlay($0, report)) }
            }
            let server: MockServer
            do {
                let journal = try MockJournal(path: journal, format)
                for index in mocks.indices { mocks[index].sender = try sender(mocks[index].description, journal) }
                let handler = MockHandler(mocks, journal)
                server = try MockServer(host: host, port: port, onProblem: handler.report, handler: handler.answer)
            } catch let error as MockServer.ListenError {
                printError("error: \(error.message)")
                throw ExitCode.failure
            } catch let error as WebhookError {
                printError("error: \(MockWebhookSender.variable): \(error)")
                throw ExitCode.validationFailure
            } catch {
                printError("error: \(journal ?? "") cannot be written: \(error.localizedDescription)")
                throw ExitCode.failure
            }
            print(format == .json ? json(mocks, server.address) : text(mocks, server.address))
            fflush(nil)
            try await Self.untilInterrupted { try await server.run() }
            if proxy != nil, format == .text { print(mocks.flatMap(\.findings).table) }
        }

        func validate() throws {
            if let proxy { try checkBaseURL(proxy, of: "--proxy") }
            if let writeOverlay {
                if proxy == nil { throw ValidationError("'--write-overlay' has no effect without '--proxy'") }
                if FileManager.default.fileExists(atPath: writeOverlay) {
                    throw ValidationError("'--write-overlay \(writeOverlay)' exists already")
                }
            }
            guard let webhookURL else { return }
            try checkBaseURL(webhookURL, of: "--webhook-url")
            if proxy != nil { throw ValidationError("'--webhook-url' has no effect with '--proxy'") }
            let variable = MockWebhookSender.variable
            if ProcessInfo.processInfo.environment[variable] == nil {
                throw ValidationError("'--webhook-url' needs the secret of the signatures in the variable \(variable)")
            }
        }

        /// The overlay for `--write-overlay`, whose file is made at once.
        private func overlay(_ spec: Spec, _ report: RunReport) throws -> ContractOverlay? {
            guard let writeOverlay else { return nil }
            var overlay = ContractOverlay(spec, path: writeOverlay)
            do {
                try overlay.write()
            } catch {
                report.fail(.invalidArgument, "\(writeOverlay) cannot be written: \(error.localizedDescription)")
                throw ExitCode.failure
            }
            return overlay
        }

        /// The sender of the events of a client; `nil` if it has none.
        private func sender(_ description: MockDescription, _ journal: MockJournal) throws -> MockWebhookSender? {
            guard let webhookURL, let webhooks = description.webhooks else { return nil }
            let secret = ProcessInfo.processInfo.environment[MockWebhookSender.variable] ?? ""
            return try MockWebhookSender(webhooks, to: webhookURL, secret: secret, journal)
        }

        private func options(_ report: RunReport) throws -> MockOptions {
            do throws(MockFaults.Problem) {
                return MockOptions(
                    seed: seed,
                    varies: vary,
                    isStateless: stateless,
                    limit: limit?.rate,
                    operationTime: operationTime.duration,
                    pace: pace.duration,
                    faults: try faults.map { path throws(MockFaults.Problem) in try MockFaults.rules(path: path) } ?? []
                )
            } catch {
                report.fail(.invalidArgument, error.message)
                throw ExitCode.validationFailure
            }
        }

        /// Runs until the user presses Control-C, or another program ends this one.
        private static func untilInterrupted(_ body: @escaping @Sendable () async throws -> Void) async throws {
            let task = Task { try await body() }
            let sources = [SIGINT, SIGTERM].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number)
                source.setEventHandler { task.cancel() }
                source.resume()
                return source
            }
            signal(SIGPIPE, SIG_IGN)
            let result = await task.result
            for source in sources { source.cancel() }
            if !task.isCancelled { try result.get() }
        }

        // MARK: The first lines

        private func text(_ mocks: [Mock], _ address: String) -> String {
            let output = Terminal.output
            let lines = mocks.flatMap { mock in
                let count = mock.description.endpoints.count
                let resources = mock.api.resources
                let width = min(40, resources.map { $0.path.count }.max() ?? 0)
                return [
                    "\(output.styled(mock.description.client, .bold))  \(mock.url(address))"
                        + "  \(count) \(count == 1 ? "endpoint" : "endpoints")"
                ]
                    + resources.map { resource in
                        let space = String(repeating: " ", count: max(0, width - resource.path.count))
                        let methods = output.styled(resource.methods.joined(separator: " "), .dim)
                        return "  \(resource.path)\(space)  \(methods)"
                    }
            }
            return lines.joined(separator: "\n")
        }

        private func json(_ mocks: [Mock], _ address: String) -> String {
            let clients = mocks.map { mock -> JSONValue in
                let resources = mock.api.resources.map { resource -> JSONValue in
                    ["path": .string(resource.path), "methods": .array(resource.methods.map { .string($0) })]
                }
                return [
                    "client": .string(mock.description.client), "url": .string(mock.url(address)),
                    "endpointCount": .number(JSONValue.Number(mock.description.endpoints.count)),
                    "resources": .array(resources),
                ]
            }
            return JSONValue.object(["clients": .array(clients)]).description.escapedJSON
        }
    }

    /// A time as an option: 200ms, 2s, 1m.
    struct MockTime: ExpressibleByArgument, CustomStringConvertible {
        var duration: Duration

        init(duration: Duration) { self.duration = duration }

        init?(argument: String) {
            guard let duration = Duration(mock: argument), duration <= .seconds(3600) else { return nil }
            self.duration = duration
        }

        var description: String {
            let (seconds, attoseconds) = duration.components
            return attoseconds == 0 ? "\(seconds)s" : duration.text.filter { $0 != " " }
        }
        var defaultValueDescription: String { description }
    }

    /// A number of requests in a time as an option: 5/1s.
    struct MockLimit: ExpressibleByArgument {
        var rate: MockRate

        init?(argument: String) {
            let parts = argument.split(separator: "/")
            guard parts.count == 2, let limit = Int(parts[0]), limit > 0,
                let time = MockTime(argument: String(parts[1])), time.duration > .zero
            else { return nil }
            rate = MockRate(limit: limit, seconds: time.duration.inSeconds)
        }
    }
#endif
