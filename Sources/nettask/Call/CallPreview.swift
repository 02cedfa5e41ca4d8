#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskHTTP
    import NetTaskInterpreter
    import NetTaskSpec
    import NetTaskTerminal

    /// The texts in place of the secrets of a request that is only printed. Because they occur nowhere else, the output has
    /// variables, or `<secret>`, exactly where the request has secrets.
    struct CallPlaceholders {
        private enum Form {
            case text
            /// The variable contains JSON, such as a number.
            case json
            /// A URL that the request follows.
            case url
            /// USER:PASSWORD of Basic authentication.
            case user
        }

        private let id = UUID().uuidString.lowercased().filter { $0 != "-" }
        private var all: [(mark: String, form: Form, variable: String?)] = []

        private mutating func add(_ form: Form, _ variable: String? = nil) -> String {
            // In lower case and without punctuation, because it is a part of URLs, host names, headers and JSON.
            all.append(("secret\(all.count)x\(id)", form, variable))
            return all[all.count - 1].mark
        }

        /// The value of a secret param, whose variable is printed.
        mutating func value(for field: Field, _ reader: ValueReader) -> SpecValue {
            let variable = CallArguments.variable(for: field.name.written)
            if field.location == .url, let url = URL(string: "https://\(add(.url, variable))") { return .scalar(url) }
            return .scalar(add(field.isText(reader.shapes) ? .text : .json, variable))
        }

        /// The value with `<secret>` in place of its secret fields, which are on the command line.
        mutating func hidingSecrets(in value: SpecValue, isSecret: Bool = false) -> SpecValue {
            switch value {
            case .absent, .null: return value
            case .secret(let value): return .secret(hidingSecrets(in: value, isSecret: true))
            case .list(let elements):
                var hidden: [SpecValue] = []
                for element in elements { hidden.append(hidingSecrets(in: element, isSecret: isSecret)) }
                return .list(hidden)
            case .dictionary(let members): return .dictionary(hidingSecrets(in: members, isSecret))
            case .object(let shape, let members): return .object(shape: shape, hidingSecrets(in: members, isSecret))
            case .choice(let shape, let name, let value):
                return .choice(shape: shape, case: name, hidingSecrets(in: value, isSecret: isSecret))
            case .scalar, .enumeration, .file: return isSecret ? .scalar(add(.text)) : value
            }
        }

        private mutating func hidingSecrets(in members: [SpecValue.Member], _ isSecret: Bool) -> [SpecValue.Member] {
            var members = members
            for index in members.indices {
                members[index].value = hidingSecrets(in: members[index].value, isSecret: isSecret)
            }
            return members
        }

        mutating func credentials(_ scheme: AuthScheme) -> APIKeyCredentials {
            let variable = CallArguments.variable(for: scheme.name.written)
            return switch scheme.kind {
            case .bearer, .oauth2: APIKeyCredentials("Bearer \(add(.text, variable))", name: "Authorization")
            case .basic: APIKeyCredentials("Basic \(add(.user, variable))", name: "Authorization")
            case .apiKey(let location, let name):
                APIKeyCredentials(add(.text, variable), in: location.ofKey, name: name)
            }
        }

        func isIn(_ text: String) -> Bool { text.contains(id) }

        /// The text with `$NETTASK_API_KEY` in place of each secret.
        func shown(in text: String) -> String {
            all.reduce(text) { text, secret in
                let text = plain(text, secret.mark, secret.form)
                return text.replacing(secret.mark, with: secret.variable.map { "$\($0)" } ?? "\(RedactedValue())")
            }
        }

        /// A command whose words are in single quotes, with `"$NETTASK_API_KEY"` outside of these quotes in place of each secret.
        func shell(_ command: String) -> String {
            all.reduce(command) { command, secret in
                guard let variable = secret.variable else { return shown(in: command) }
                let mark = secret.mark
                var text = plain(command, mark, secret.form)
                if secret.form == .user {
                    text = text.replacing("-H 'Authorization: Basic \(mark)'", with: "-u '\(mark)'")
                }
                return text.replacing(mark, with: "'\(mark)'")
                    // Without empty texts beside it.
                    .replacing("''\(mark)", with: mark).replacing("\(mark)''", with: mark)
                    .replacing(mark, with: "\"$\(variable)\"")
            }
        }

        /// The text without what surrounds a mark that is not a text.
        private func plain(_ text: String, _ mark: String, _ form: Form) -> String {
            switch form {
            case .text, .user: text
            case .json: text.replacing("\"\(mark)\"", with: mark)
            case .url: text.replacing("https://\(mark)/", with: mark).replacing("https://\(mark)", with: mark)
            }
        }
    }

    /// A request for the output.
    struct PrintedCall {
        private let call: HTTPCall
        private let placeholders: CallPlaceholders

        init(call: HTTPCall, placeholders: CallPlaceholders) {
            var call = call
            // swift-http-types keeps a field for each cookie. A request has one for all (RFC 6265, section 5.4).
            if let cookies = call.request.headerFields[.cookie] {
                var fields = HTTPFields()
                for field in call.request.headerFields where field.name != .cookie || fields[.cookie] == nil {
                    fields.append(field.name == .cookie ? HTTPField(name: .cookie, value: cookies) : field)
                }
                call.request.headerFields = fields
            }
            self.call = call
            self.placeholders = placeholders
        }

        /// The request as HTTP/1.1 writes it.
        var text: String {
            let url = placeholders.shown(in: call.plainURL).escapedForTerminal
            let fields = call.request.headerFields.map { "\($0.name): \(value(of: $0).escapedForTerminal)" }
            let body = body.map { ["", $0.escapedLines] } ?? []
            return (["\(call.request.method.rawValue) \(url)"] + fields + body).joined(separator: "\n")
        }

        var json: String {
            var members: [String: JSONValue] = [
                "method": .string(call.request.method.rawValue),
                "url": .string(placeholders.shown(in: call.plainURL)),
                "headers": .array(
                    call.request.headerFields.map { ["name": .string("\($0.name)"), "value": .string(value(of: $0))] }
                ),
            ]
            members["body"] = body.map { .string($0) }
            return JSONValue.object(members).description.escapedJSON
        }

        /// A command that sends the same request, if the variables are set.
        var curl: String {
            let text = call.curl(url: call.plainURL, header: plainValue, body: { $0 })
            return placeholders.shell(text.escapedShell)
        }

        private func value(of field: HTTPField) -> String { placeholders.shown(in: plainValue(of: field)) }

        /// The value with placeholders, or `<secret>` if it has credentials that are not from variables, such as those of a URL.
        private func plainValue(of field: HTTPField) -> String {
            placeholders.isIn(field.value) ? field.value : call.redaction.value(of: field)
        }

        /// The body for the output. It is `nil` without a body; a body that is not text is only mentioned.
        private var body: String? {
            guard let body = call.body else { return nil }
            guard let data = body.data else { return "(a body that is not in memory)" }
            guard let text = String(data: data, encoding: .utf8) else { return "(a body of \(data.count) bytes)" }
            return placeholders.shown(in: text)
        }
    }

    extension Field {
        /// Whether a value of the environment is a text in JSON, too.
        fileprivate func isText(_ shapes: [String: Shape]) -> Bool {
            switch type.unwrapped {
            case .scalar(.string), .scalar(.url), .scalar(.uuid), .scalar(.data): true
            case .scalar(.date): ![.unix, .milliseconds, .microseconds].contains(format)
            case .scalar: format == .string
            case .shape(let name):
                if case .enumeration(let cases)? = shapes[name]?.kind {
                    cases.first?.value.isInteger != true
                } else {
                    false
                }
            case .array, .dictionary, .optional: false
            }
        }
    }
#endif
