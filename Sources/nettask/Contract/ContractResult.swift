#if Tools
    import NetTaskHTTP
    import NetTaskMocks
    import NetTaskSpec
    import NetTaskTerminal

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

    /// Results in the format of JUnit, which build servers read.
    struct JUnitReport {
        private let results: [ContractResult]

        init(_ results: [ContractResult]) {
            self.results = results
        }

        var text: String {
            let failures = results.count { $0.outcome.isDifference }
            let skipped = results.count { $0.outcome.isLeftOut }
            var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
            let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" skipped=\"\(skipped)\""
            lines.append("<testsuite name=\"nettask test\" \(counts)>")
            for result in results {
                let name = [result.kind, result.request].filter { !$0.isEmpty }.joined(separator: ": ")
                let head = "  <testcase classname=\"\(Self.escaped(result.endpoint))\" name=\"\(Self.escaped(name))\""
                switch result.outcome {
                case .same: lines.append(head + "/>")
                case .leftOut(let reason):
                    lines.append("\(head)><skipped message=\"\(Self.escaped(reason))\"/></testcase>")
                case .difference(let problem):
                    let message = "\(problem.path): \(problem.found), but the spec says \(problem.expected)"
                    lines.append(
                        "\(head)><failure message=\"\(Self.escaped(message))\">\(Self.escaped(result.place))</failure></testcase>"
                    )
                }
            }
            return lines.joined(separator: "\n") + "\n</testsuite>\n"
        }

        /// The text with the escapes of XML, without characters that XML 1.0 does not allow (section 2.2).
        private static func escaped(_ text: String) -> String {
            var result = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "&": result += "&amp;"
                case "<": result += "&lt;"
                case ">": result += "&gt;"
                case "\"": result += "&quot;"
                case "\t", "\n", "\r": result += "&#\(scalar.value);"
                case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "�"
                default: result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
    }
#endif
