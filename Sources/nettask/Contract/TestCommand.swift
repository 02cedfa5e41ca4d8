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

                Exit status: 0 without differences; 1 with differences, or if the spec has errors; 64 for invalid options.
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
            try checkBaseURL(against, of: "--against")
        }

        func run() async throws {
            let specs = try RunReport.reading(format) { report in
                let specs = try readSpecs(SpecFiles([spec]), report).specs
                let names = specs.flatMap { $0.endpoints.map(\.qualifiedName) }
                for name in only where !names.contains(name) {
                    let hint = name.closestMatch(among: names).map { "; did you mean \($0.quotedForMessage)?" } ?? ""
                    report.fail(.invalidArgument, "no endpoint has the name \(name.quotedForMessage)\(hint)")
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
#endif
