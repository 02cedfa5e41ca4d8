import ArgumentParser
import NetTaskGenerator

#if Tools
    import Foundation
    import NetTaskInterpreter
    import NetTaskHTTP
    import NetTaskSpec
    import NetTaskTerminal

    struct CallCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "call",
            abstract: "Sends a request of a spec, and prints the reply.",
            discussion: """
                nettask call posts.nettask.yaml GetPost id=1
                nettask call shop.nettask.yaml Orders.Create item=book tags=new tags=sale 'address={"city": "Bern"}'
                nettask call files.nettask.yaml Upload photo@holiday.jpeg

                NAME=VALUE sets a param, the request object or the `body`, by its name in the spec. If its type is a text or \
                another single value, VALUE is the text; otherwise VALUE is JSON, as it is sent. For a list, write JSON, or \
                NAME=VALUE for each element. NAME@PATH sends the content of a file.

                Credentials and secret params cannot be given as arguments. The command reads them from the environment: \
                the name in capitals after NETTASK_, such as NETTASK_API_KEY for `apiKey`. For `basic`, the value is \
                USER:PASSWORD. For `oauth2`, the value is a token. Without a token, the command logs in with the scopes of \
                the endpoint. It uses NETTASK_…_CLIENT_ID together with _REFRESH_TOKEN, with _USER and _PASSWORD, or with \
                _CLIENT_SECRET; otherwise, it prints a code to enter on another device. It stores no tokens.

                The command sends the request once, and ignores the retry settings of the spec. It prints each element of a \
                stream when it arrives; with `--format json`, each on its own line. It polls a long-running operation until \
                the operation ends.

                Exit status: 0 if the reply is a success according to the spec; 1 after any other reply, without a reply, or \
                if the spec has errors; 64 if the endpoint or a param is unknown, or a value is missing or invalid.
                """
        )

        @Argument(help: "A spec file, or a folder that is searched for *.nettask.yaml.", completion: .specs)
        var spec: String

        @Argument(help: "The endpoint, after its group: Repos.ListIssues.", completion: .endpoints)
        var endpoint: String

        // All words, so that the error for `--id 1` suggests `id=1`.
        @Argument(parsing: .allUnrecognized, help: "The params, each as NAME=VALUE or NAME@PATH.")
        var values: [String] = []

        @Flag(help: "Print the request instead of sending it, with variables for the secrets.")
        var dryRun = false

        @Flag(help: "Print a curl command instead of sending the request, with variables for the secrets.")
        var curl = false

        @Option(help: "The base URL, which replaces that of the spec.")
        var baseUrl: String?

        @Option(help: "The URL of the next page, as printed after the previous page.")
        var page: String?

        @Option(name: .shortAndLong, help: "The file for the body of a successful reply, unchanged.")
        var output: String?

        @Option(help: "The output format: text, or json for tools.")
        var format = OutputFormat.text

        /// The names of the options.
        static let options = ["dry-run", "curl", "base-url", "page", "output", "format", "help"].map { "--\($0)" }

        func validate() throws {
            // With `.allUnrecognized`, the parser drops unknown options before the spec.
            for word in CommandLine.arguments.prefix(while: { $0 != "--" }) where word.hasPrefix("-") && word.count > 1
            {
                let name = String(word.prefix { $0 != "=" })
                if !name.hasPrefix("-o"), name != "-h", !Self.options.contains(name), !values.contains(word) {
                    throw ValidationError("Unknown option '\(name.visible(upTo: 60))'")
                }
            }
            if curl, format == .json { throw ValidationError("'--curl' cannot be used with '--format json'") }
            if let baseUrl { try checkBaseURL(baseUrl, of: "--base-url") }
        }

        func run() async throws {
            let call = try RunReport.reading(format) { report in
                let specs = try readSpecs(SpecFiles([spec]), report).specs
                do throws(CallArgumentError) {
                    let arguments = try CallArguments(values, ProcessInfo.processInfo.environment)
                    let call = try Call(
                        endpoint,
                        in: specs,
                        arguments,
                        baseURL: baseUrl,
                        page: page,
                        isPrinted: dryRun || curl
                    )
                    if let output { try checkOutput(output) }
                    if output == nil || call.task.stream == nil { return call }
                    throw CallArgumentError("'--output' is for a reply that comes as a whole, and this one is a stream")
                } catch {
                    report.fail(.invalidArgument, error.message)
                    throw ExitCode.validationFailure
                }
            }
            let report: CallReport
            do {
                if dryRun || curl {
                    let request = try await call.printed()
                    return print(curl ? request.curl : format == .json ? request.json : request.text)
                }
                try await call.logIn()
                guard let reply = try await reply(to: call) else { return }
                report = CallReport(of: reply, to: call.task, nextPage: command)
                print(format == .json ? report.json : report.text)
                if let output, report.isSuccess { try write(reply, to: output) }
            } catch let error as ExitCode {
                throw error
            } catch {
                let error = await call.named(error)
                return try RunReport.reading(format) { throw $0.fail(.failedRequest, "\(error)") }
            }
            if !report.isSuccess { throw ExitCode.failure }
        }

        /// The reply; nil if it was a stream, whose elements have been printed as they came.
        private func reply(to call: Call) async throws -> HTTPReply? {
            if call.task.poll != nil {
                return try await call.poll { count in
                    printError("still running (\(count) \(count == 1 ? "poll" : "polls"))")
                }
            }
            guard let stream = call.task.stream else { return try await call.send() }
            return try await call.read(stream) { element, redaction in
                let text = ValueText(redaction: redaction)
                let lines = format == .json ? [text.json(of: element).description.escapedJSON] : text.lines(of: element)
                // Without a buffer: the next one may take its time.
                FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
            }
        }

        /// The command for the next page of a list.
        private func command(for page: InterpretedNextPage) -> String {
            var words = [spec, endpoint]
            switch page {
            case .param(let name, let value):
                words += values.filter { !$0.hasPrefix("\(name)=") && !$0.hasPrefix("\(name)@") } + ["\(name)=\(value)"]
            case .url(let url): words += values + ["--page", url]
            }
            if let baseUrl { words += ["--base-url", baseUrl] }
            if format == .json { words += ["--format", "json"] }
            return "nettask call " + words.map(\.quotedForShell).joined(separator: " ")
        }

        /// Checked before the request is sent, because an unwritable file cannot undo its effects.
        private func checkOutput(_ path: String) throws(CallArgumentError) {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
                throw CallArgumentError("'--output \(path)' is a folder; give the path of a file in it")
            }
            if !FileManager.default.fileExists(atPath: folder) {
                throw CallArgumentError("'--output \(path)': the folder \(folder) does not exist; create it first")
            }
        }

        private func write(_ reply: HTTPReply, to path: String) throws {
            do {
                try reply.download().data().write(to: URL(fileURLWithPath: path))
            } catch {
                printError("error: \(path) cannot be written: \(error.localizedDescription)")
                throw ExitCode.failure
            }
        }
    }

    extension String {
        /// The text as one word of a shell: in single quotes if it contains special characters.
        var quotedForShell: String {
            let isPlain = utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._/:=@%+,".utf8.contains(byte)
                }
            }
            return isPlain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
        }
    }
#endif
