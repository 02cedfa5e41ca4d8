import ArgumentParser
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskTerminal

#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskHTTP
    import NetTaskMocks
    import NetTaskSpec

    struct TestCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Finds the differences between a server and its spec.",
            discussion: """
                nettask test shop.nettask.yaml --against https://staging.shop.example/v1

                For each endpoint, the command makes requests from the params and shapes of the spec: with usual values, with \
                the required ones only, with the longest texts, with letters of several scripts, and with each of several \
                types. It compares the status, the content type, the headers and the body of each reply with the spec, and \
                prints the first difference. A member that the spec does not describe is a difference, too.

                Only endpoints that read (GET, HEAD and OPTIONS) are used, unless you give `--all`: then the command also \
                creates, changes and removes things. It takes the ids of things from the lists of the server. Without an id, \
                a reply with the status 404 is not a difference.

                Credentials come from the environment, as for `nettask call`. Endpoints without credentials are left out.

                Exit status: 0 if there is no difference; 1 if there are differences, or if the spec has errors; 64 for \
                invalid options.
                """
        )

        @Argument(help: "A spec file, or a folder that is searched for *.nettask.yaml.", completion: .specs)
        var spec: String

        @Option(help: "The base URL of the server.")
        var against: String

        @Flag(help: "Also use endpoints that create, change and remove things.")
        var all = false

        @Option(help: "Use only this endpoint: Repos.ListIssues. Can be given several times.", completion: .endpoints)
        var only: [String] = []

        @Option(help: "A number that changes the values of the requests.")
        var seed: UInt64 = 0

        @Flag(help: "For a request with a difference, find the smallest request with the same difference.")
        var shrink = false

        @Option(help: "A file for the results in the format of JUnit.")
        var junit: String?

        @Option(help: "The output format: text, or json for tools.")
        var format = OutputFormat.text

        func validate() throws {
            guard let url = URLComponents(string: against), ["http", "https"].contains(url.scheme), url.host != nil
            else {
                throw ValidationError("'--against \(against.visible(upTo: 60))' is not an http or https URL")
            }
            if url.user != nil || url.password != nil {
                throw ValidationError(
                    "'--against' has credentials, which others can see; they come from the environment"
                )
            }
        }

        func run() async throws {
            let specs = try RunReport.reading(format) { report in
                let specs = try readSpecs(SpecFiles([spec]), report).specs
                let names = specs.flatMap { $0.endpoints.map(\.qualifiedName) }
                for name in only where !names.contains(name) {
                    let hint = name.closestMatch(among: names).map { "; did you mean \($0.quotedForMessage)?" } ?? ""
                    report.fail(.invalidArgument, "there is no endpoint \(name.quotedForMessage)\(hint)")
                    throw ExitCode.validationFailure
                }
                return specs
            }
            var results: [ContractResult] = []
            for spec in specs {
                let run = try ContractRun(spec, against, seed: seed, isShrinking: shrink)
                try await run.test(only: only, all: all) { result in
                    results.append(result)
                    if format == .text { print(result.line) }
                }
            }
            let failures = results.filter { $0.outcome.isDifference }
            if format == .json {
                print(JSONValue.array(results.map(\.json)).description.escapedJSON)
            } else {
                let tested = results.count { !$0.outcome.isLeftOut }
                print("\(tested) requests, \(failures.count) with a difference")
            }
            if let junit {
                do {
                    try Data(JUnitReport(results).text.utf8).write(to: URL(fileURLWithPath: junit))
                } catch {
                    printError("error: \(junit) cannot be written: \(error.localizedDescription)")
                    throw ExitCode.failure
                }
            }
            if !failures.isEmpty { throw ExitCode.failure }
        }
    }

    /// The result of one request, or of an endpoint that was left out.
    struct ContractResult {
        enum Outcome {
            case same
            case difference(MockProblem)
            case leftOut(String)

            var isDifference: Bool { if case .difference = self { true } else { false } }
            var isLeftOut: Bool { if case .leftOut = self { true } else { false } }
        }

        var endpoint: String
        var place: String
        var kind: String
        /// The method and the target, without secrets.
        var request: String
        var status: Int?
        var outcome: Outcome

        /// The line on the terminal.
        var line: String {
            let name = terminal.styled(endpoint.escapedForTerminal, .bold)
            let sent = request.isEmpty ? "" : "  \(request.visible(upTo: 120))"
            let reply = status.map { "  \($0)" } ?? ""
            switch outcome {
            case .same: return "\(name)  \(kind)\(sent)\(reply)  \(terminal.styled("same", .green))"
            case .leftOut(let reason): return "\(name)  \(terminal.styled("left out: \(reason)", .dim))"
            case .difference(let problem):
                let text = "\(problem.path): \(problem.found), but the spec says \(problem.expected)".escapedForTerminal
                return
                    "\(name)  \(kind)\(sent)\(reply)  \(terminal.styled("different", .red))\n    \(text)\n    \(place)"
            }
        }

        var json: JSONValue {
            var members: [String: JSONValue] = [
                "endpoint": .string(endpoint), "place": .string(place), "kind": .string(kind),
                "request": .string(request),
            ]
            members["status"] = status.map { .number(JSONValue.Number($0)) }
            switch outcome {
            case .same: members["result"] = "same"
            case .leftOut(let reason):
                members["result"] = "left out"
                members["reason"] = .string(reason)
            case .difference(let problem):
                members["result"] = "different"
                members["path"] = .string(problem.path)
                members["found"] = .string(problem.found)
                members["expected"] = .string(problem.expected)
            }
            return .object(members)
        }
    }
#else
    struct TestCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Finds the differences between a server and its spec; this nettask was built without it.",
            discussion: "To build nettask with this command: swift build --product nettask --traits Tools"
        )

        @Argument(parsing: .captureForPassthrough)
        var arguments: [String] = []

        func run() throws {
            printError(
                """
                error: this nettask was built without `test`; in the package NetTask, build it with \
                `swift build --product nettask --traits Tools`
                """
            )
            throw ExitCode(69)  // EX_UNAVAILABLE of sysexits.h
        }
    }
#endif
