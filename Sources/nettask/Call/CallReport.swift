#if Tools
    import Foundation
    import NetTaskInterpreter
    import NetTaskHTTP
    import NetTaskSpec
    import NetTaskStreams
    import NetTaskTerminal

    /// What `call` prints of a reply.
    struct CallReport {
        private let reply: HTTPReply
        private let endpoint: Endpoint
        private let outcome: Result<InterpretedTask.Outcome, any Error>
        /// Whether what has taken long has failed, as a reply says that is read.
        private let hasFailed: Bool
        /// The command for the next page of a list, if there is one.
        private var next: String?

        /// - Parameter nextPage: Makes the command for a page.
        init(of reply: HTTPReply, to task: InterpretedTask, nextPage: (InterpretedNextPage) -> String) {
            self.reply = reply
            endpoint = task.endpoint
            outcome = Result { try task.outcome(of: reply) }
            hasFailed = task.state(after: reply) == .failed
            guard case .success(.response(let value)) = outcome else { return }
            let command = task.nextPage(after: value, of: reply).map { nextPage($0.without(reply.redaction)) }
            // What cannot be shown as it is cannot be copied either.
            if let command, command.escapedForTerminal == command, reply.redaction.text(command) == command {
                next = command
            }
        }

        /// Whether the reply is what the spec calls a success, and could be read.
        var isSuccess: Bool {
            if case .success(.response) = outcome { !hasFailed } else { false }
        }

        /// The status, and the value below it.
        var text: String {
            let name = NameSeparator.text(" ").wireName(for: StatusNames.name(of: .code(reply.code)))
            let status = name == "status\(reply.code)" ? "\(reply.code)" : "\(reply.code) \(name)"
            let head = terminal.styled(status, isSuccess ? .green : .red)
            switch outcome {
            case .success(.response(let value)):
                let type = endpoint.response.type.map { "  \(terminal.styled($0.description, .dim))" } ?? ""
                let lines = [head + type + (hasFailed ? "  failed" : "")] + values.lines(of: value)
                return (lines + (next.map { ["\(terminal.styled("next page:", .dim)) \($0)"] } ?? []))
                    .joined(separator: "\n")
            case .success(.failure(.absent)):
                return shownBody.isEmpty ? head : "\(head)\n\(shownBody.escapedLines)"
            case .success(.failure(let value)):
                return ([head] + values.lines(of: value)).joined(separator: "\n")
            case .failure(let error):
                return
                    "\(head)\n\(terminal.styled("error", .red)): \(reply.redaction.text("\(error)").escapedForTerminal)"
            }
        }

        /// The body of an error that has no type. Of one that has, what cannot be read may be a secret.
        private var shownBody: String {
            if reply.body.isEmpty { return "" }
            if let type = endpoint.errors.entry(for: reply.code), !type.isEmpty {
                return "(a body of \(reply.body.count) bytes that does not match the spec for this status)"
            }
            let text = String(decoding: reply.body.prefix(10_000), as: UTF8.self)
            return reply.redaction.text(text)
        }

        var json: String {
            var members: [String: JSONValue] = ["status": .number(JSONValue.Number(reply.code))]
            switch outcome {
            case .success(.response(let value)): members["response"] = values.json(of: value)
            case .success(.failure(.absent)):
                members["body"] = .string(shownBody)
            case .success(.failure(let value)): members["failure"] = values.json(of: value)
            case .failure(let error): members["error"] = .string(reply.redaction.text("\(error)"))
            }
            members["nextPage"] = next.map { .string($0) }
            return JSONValue.object(members).description.escapedJSON
        }

        private var values: ValueText { ValueText(redaction: reply.redaction) }
    }

    extension InterpretedNextPage {
        /// A URL without the secrets of its query, which are sent from the environment.
        fileprivate func without(_ redaction: Redaction) -> InterpretedNextPage {
            guard case .url(let url) = self, let mark = url.firstIndex(of: "?") else { return self }
            let items = url[mark...].dropFirst().split(separator: "&").map(String.init)
            let shown = items.filter { redaction.text($0) == $0 }
            return .url(url[..<mark] + (shown.isEmpty ? "" : "?" + shown.joined(separator: "&")))
        }
    }

    /// Values as people read them, and as JSON, by the names that they have in Swift.
    struct ValueText {
        /// Of the secrets of the request, which a reply may repeat.
        let redaction: Redaction

        func lines(of value: SpecValue) -> [String] {
            switch value {
            case .list(let elements) where !elements.isEmpty:
                return elements.flatMap { element in
                    let lines = lines(of: element)
                    return ["\(terminal.styled("-", .dim)) \(lines[0])"] + lines.dropFirst().map { "  \($0)" }
                }
            case .dictionary(let members) where !members.isEmpty, .object(_, let members) where !members.isEmpty:
                return members.flatMap { self.lines(of: $0) }
            case .choice(_, let name, let value):
                return lines(of: SpecValue.Member(name, value))
            case .list: return ["[]"]
            case .dictionary, .object: return ["{}"]
            case .absent: return [terminal.styled("nil", .dim)]
            case .null: return [terminal.styled("null", .dim)]
            case .secret(let value) where value.isNothing: return lines(of: value)
            case .secret: return ["\(RedactedValue())"]
            case .file(let file): return [text(of: file)]
            case .enumeration(let name, let raw): return [name.map { ".\($0)" } ?? text(of: raw)]
            case .scalar(let scalar): return [text(of: scalar)]
            }
        }

        private func lines(of member: SpecValue.Member) -> [String] {
            let lines = lines(of: member.value)
            let name = "\(terminal.styled(redaction.text(member.name).escapedForTerminal, .cyan)):"
            switch member.value {
            case .list(let elements) where !elements.isEmpty: return [name] + lines.map { "  \($0)" }
            case .dictionary(let members) where !members.isEmpty, .object(_, let members) where !members.isEmpty:
                return [name] + lines.map { "  \($0)" }
            case .choice: return [name] + lines.map { "  \($0)" }
            default: return ["\(name) \(lines[0])"]
            }
        }

        private func text(of scalar: any SpecScalar) -> String {
            switch scalar {
            case let text as String:
                terminal.styled(JSONValue.string(redaction.text(text)).description.escapedForTerminal, .yellow)
            case let date as Date: date.iso8601Text
            case let data as Data: "(\(data.count) bytes)"
            default: redaction.text("\(scalar)").escapedForTerminal
            }
        }

        private func text(of file: HTTPFile) -> String {
            let size = (try? file.data().count).map { "\($0) bytes" } ?? "a file"
            return "(\(size), \(file.contentType.escapedForTerminal))"
        }

        /// With a mark in place of each secret of the request that the value repeats.
        func json(of value: SpecValue) -> JSONValue { redacted(Self.json(of: value)) }

        private func redacted(_ value: JSONValue) -> JSONValue {
            switch value {
            case .string(let text): .string(redaction.text(text))
            case .array(let elements): .array(elements.map(redacted))
            case .object(let members): .object(members.mapValues(redacted))
            default: value
            }
        }

        private static func json(of value: SpecValue) -> JSONValue {
            switch value {
            case .absent, .null: return .null
            case .secret(let value) where value.isNothing: return .null
            case .secret: return .string("\(RedactedValue())")
            case .file(let file): return .string((try? file.data().base64EncodedString()) ?? "")
            case .list(let elements): return .array(elements.map(json))
            case .dictionary(let members), .object(_, let members):
                return .object(Dictionary(members.map { ($0.name, json(of: $0.value)) }) { first, _ in first })
            case .choice(_, let name, let value): return .object([name: json(of: value)])
            case .enumeration(_, let scalar), .scalar(let scalar): return json(of: scalar)
            }
        }

        private static func json(of scalar: any SpecScalar) -> JSONValue {
            switch scalar {
            case let value as JSONValue: value
            case let bool as Bool: .bool(bool)
            case let number as any BinaryInteger: .number(JSONValue.Number(number))
            case let number as Double: JSONValue.Number(number).map { .number($0) } ?? .null
            case let number as Float: JSONValue.Number(text: "\(number)").map { .number($0) } ?? .null
            case let number as Decimal: JSONValue.Number(number).map { .number($0) } ?? .null
            case let date as Date: .string(date.iso8601Text)
            case let data as Data: .string(data.base64EncodedString())
            default: .string("\(scalar)")
            }
        }
    }

    extension SpecValue {
        /// Whether there is no value to mask.
        fileprivate var isNothing: Bool {
            switch self {
            case .absent, .null: true
            case .scalar(let scalar): scalar as? JSONValue == .null
            default: false
            }
        }
    }

    /// What is printed to.
    let terminal = Terminal.output
#endif
