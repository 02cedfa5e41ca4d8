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
            abstract: "Sends one request by a spec, and shows the reply as its type.",
            discussion: """
                nettask call posts.nettask.yaml GetPost id=1
                nettask call shop.nettask.yaml Orders.Create item=book tags=new tags=sale 'address={"city": "Bern"}'
                nettask call files.nettask.yaml Upload photo@holiday.jpeg

                NAME=VALUE gives a param, the request object or the `body` by its name in the spec: text where its type is \
                text or a single value, JSON as it is on the wire for all else. A list takes JSON, or NAME=VALUE for each \
                element. NAME@PATH takes what is in a file.

                Credentials, and params that the spec calls secret, are never given here. They come from the environment: \
                NETTASK_ and the name in capitals, such as NETTASK_API_KEY for `apiKey`. For `basic` that is USER:PASSWORD. \
                For `oauth2` it is a token; without one, the call logs in, with the endpoint's scopes: with \
                NETTASK_…_CLIENT_ID, and _REFRESH_TOKEN, _USER and _PASSWORD, or _CLIENT_SECRET, or with a code for \
                another device, which is printed. No token is stored.

                The request is sent once, without the retries of the spec. The elements of a stream are printed as they come, \
                with `--format json` each on a line. What takes long is polled until it is over.

                Exit status: 0 if the reply is a success of the spec; 1 if it is not, nothing came back, or the spec has \
                errors; 64 if the spec has no such endpoint or param, or a value is missing or no such value.
                """
        )

        @Argument(help: "A spec file, or a folder that is searched for *.nettask.yaml.", completion: .specs)
        var spec: String

        @Argument(help: "The endpoint, with its group before it: Repos.ListIssues.", completion: .endpoints)
        var endpoint: String

        @Argument(help: "NAME=VALUE or NAME@PATH, for each param.")
        var values: [String] = []

        @Flag(help: "Print the request, and send nothing. Secrets are marked.")
        var dryRun = false

        @Flag(help: "Print a command for curl in place of the request, and send nothing. Secrets are marked.")
        var curl = false

        @Option(help: "The base URL, whatever the spec says.")
        var baseUrl: String?

        @Option(help: "The URL of a page of a list, as printed by the call for the previous page.")
        var page: String?

        @Option(name: .shortAndLong, help: "The file that the body of a successful reply goes to, as it is.")
        var output: String?

        @Option(help: "How it is printed: text, or json for tools.")
        var format = OutputFormat.text

        func validate() throws {
            if curl, format == .json { throw ValidationError("'--curl' cannot be used with '--format json'") }
            guard let baseUrl else { return }
            guard let url = URLComponents(string: baseUrl), ["http", "https"].contains(url.scheme), url.host != nil
            else {
                throw ValidationError("'--base-url \(baseUrl.visible(upTo: 60))' is not an http or https URL")
            }
            if url.user != nil || url.password != nil {
                throw ValidationError(
                    "'--base-url' has credentials, which others can see; they come from the environment"
                )
            }
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
                        logsIn: !dryRun && !curl
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
                    let request = try await call.preview()
                    return print(curl ? request.curl.escapedShell : format == .json ? request.json : request.text)
                }
                guard let reply = try await reply(to: call) else { return }
                report = CallReport(of: reply, to: call.task, nextPage: command)
                print(format == .json ? report.json : report.text)
                if let output, report.isSuccess { try write(reply, to: output) }
            } catch let error as ExitCode {
                throw error
            } catch {
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
        fileprivate var quotedForShell: String {
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
#else
    struct CallCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "call",
            abstract: "Sends one request by a spec; this nettask was built without it.",
            discussion: "Build nettask with it: swift build --product nettask --traits Tools"
        )

        @Argument(parsing: .captureForPassthrough)
        var arguments: [String] = []

        func run() throws {
            printError(
                """
                error: this nettask was built without `call`; in the package NetTask, build it with \
                `swift build --product nettask --traits Tools`
                """
            )
            throw ExitCode(69)  // EX_UNAVAILABLE of sysexits.h
        }
    }
#endif
