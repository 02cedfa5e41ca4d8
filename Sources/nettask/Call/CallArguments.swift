#if Tools
    import Foundation
    import NetTaskInterpreter
    import NetTaskHTTP
    import NetTaskSpec

    /// What `call` was given for params: on the command line, and in the environment.
    struct CallArguments {
        private enum Argument {
            case text(String)
            case file(URL)
        }

        /// In the order given.
        private let arguments: [(name: String, value: Argument)]
        /// The first word that looks like an option, and the word after it.
        private let option: (word: String, next: String?)?
        private let environment: [String: String]

        init(_ words: [String], _ environment: [String: String]) throws(CallArgumentError) {
            var arguments: [(name: String, value: Argument)] = []
            let words = words.filter { $0 != "--" }
            let first = words.firstIndex { $0.hasPrefix("-") }
            option = first.map { (words[$0], $0 + 1 < words.count ? words[$0 + 1] : nil) }
            for word in words[..<(first ?? words.count)] {
                guard let end = word.firstIndex(where: { $0 == "=" || $0 == "@" }), end != word.startIndex else {
                    throw CallArgumentError("\(word.quotedForMessage) is neither NAME=VALUE nor NAME@PATH")
                }
                let rest = String(word[word.index(after: end)...])
                let value = word[end] == "=" ? Argument.text(rest) : .file(URL(fileURLWithPath: rest))
                arguments.append((String(word[..<end]), value))
            }
            self.arguments = arguments
            self.environment = environment
        }

        /// The values of the task's properties, by their Swift names.
        ///
        /// - Parameter placeholders: receives the secrets of a request that is only printed; nil for one that is sent.
        func values(
            of endpoint: Endpoint,
            _ reader: ValueReader,
            _ placeholders: inout CallPlaceholders?
        ) throws(CallArgumentError) -> [String: SpecValue] {
            let members = endpoint.members + parts(ofBody: endpoint, reader).map(\.field)
            if let option { throw unknown(option, of: endpoint, members) }
            for (name, _) in arguments where !members.contains(where: { $0.name.written == name }) {
                let names = members.map(\.name.written)
                let hint = name.closestMatch(among: names).map { "; did you mean \($0.quotedForMessage)?" }
                let known = names.isEmpty ? "; it has none" : "; it has \(names.joined(separator: ", "))"
                throw CallArgumentError(
                    "\(endpoint.qualifiedName) has no param \(name.quotedForMessage)\(hint ?? known)"
                )
            }
            var values: [String: SpecValue] = [:]
            for member in members {
                let given = arguments.filter { $0.name == member.name.written }.map(\.value)
                if member.isSecret {
                    guard given.isEmpty else {
                        let variable = Self.variable(for: member.name.written)
                        throw CallArgumentError(
                            "\(member.name.written) is secret, and not given on the command line, where others can see it; set \(variable)"
                        )
                    }
                    let text = environment[Self.variable(for: member.name.written)]
                    if placeholders == nil, let text {
                        values[member.name.swift] = try value(of: [.text(text)], for: member, reader)
                    } else if text != nil
                        || endpoint.members.contains(where: { $0.name == member.name && !$0.isOmissible })
                    {
                        values[member.name.swift] = placeholders?.value(for: member, reader)
                    }
                } else if !given.isEmpty {
                    let value = try value(of: given, for: member, reader)
                    values[member.name.swift] = placeholders?.hidingSecrets(in: value) ?? value
                }
            }
            let parts = parts(ofBody: endpoint, reader)
            let given = parts.filter { values[$0.field.name.swift] != nil }
            for part in given {
                guard let value = values.removeValue(forKey: part.field.name.swift) else { continue }
                part.add(value, to: &values["body"], of: endpoint)
            }
            guard let last = given.last, last.member != nil else { return values }
            // The other fields of the form have their defaults.
            let names = given.map(\.field.name.swift)
            for part in parts
            where part.member != nil && part.content == last.content && !names.contains(part.field.name.swift) {
                let isSecret = part.field.isSecret && !part.field.isOmissible
                let secret = isSecret ? placeholders?.value(for: part.field, reader) : nil
                if let value = reader.defaultValue(of: part.field) ?? secret {
                    part.add(value, to: &values["body"], of: endpoint)
                } else if !part.field.canBeMissing {
                    throw CallArgumentError("\(endpoint.qualifiedName) needs \(part.field.name.written)")
                }
            }
            return values
        }

        /// The error for a word that looks like an option.
        private func unknown(
            _ option: (word: String, next: String?),
            of endpoint: Endpoint,
            _ members: [Field]
        ) -> CallArgumentError {
            let parts = option.word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1).map(String.init)
            let name = parts.first ?? ""
            let problem = "there is no option \("--\(name)".quotedForMessage)"
            guard let member = members.first(where: { $0.name.written.isSpelled(like: name) }) else {
                let match = "--\(name)".closestMatch(among: CallCommand.options)
                let hint = match.map { "did you mean \($0.quotedForMessage)?" }
                return CallArgumentError("\(problem); \(hint ?? "a param is given as NAME=VALUE")")
            }
            if member.isSecret {
                let variable = Self.variable(for: member.name.written)
                return CallArgumentError("\(problem), and \(member.name.written) is secret; set \(variable)")
            }
            let next = option.next.flatMap { $0.hasPrefix("-") || $0.contains("=") ? nil : $0 }
            let word = "\(member.name.written)=\(parts.count > 1 ? parts[1] : next ?? "VALUE")"
            return CallArgumentError("\(problem); did you mean \(word.quotedForShell.quotedForMessage)?")
        }

        /// What can be given of a body: `body.csv` for one of its media types, and `body.multipart.image` for a field of a form.
        private func parts(ofBody endpoint: Endpoint, _ reader: ValueReader) -> [PartOfBody] {
            endpoint.bodyForms.flatMap { content in
                let name = endpoint.bodies.isEmpty ? "body" : "body.\(content.name.swift)"
                let whole = PartOfBody(
                    field: Field(name: Name(name, swift: name), type: content.type),
                    content: content
                )
                let fields =
                    content.formEncoding == nil ? nil : content.type.shape.flatMap { reader.shapes[$0]?.fields }
                return (endpoint.bodies.isEmpty ? [] : [whole])
                    + (fields ?? []).filter(\.isSent).map { field in
                        var part = PartOfBody(field: field, content: content, member: field.name.swift)
                        part.field.name = Name("\(name).\(field.name.written)", swift: "\(name).\(field.name.swift)")
                        return part
                    }
            }
        }

        private struct PartOfBody {
            var field: Field
            let content: BodyContent
            /// The field of the form; nil for the whole.
            var member: String?

            func add(_ value: SpecValue, to body: inout SpecValue?, of endpoint: Endpoint) {
                var value = value
                if let member {
                    var members: [SpecValue.Member] = []
                    var former = body
                    if case .choice(_, content.name.swift, let chosen) = body { former = chosen }
                    if case .object(_, let known) = former { members = known }
                    value = .object(shape: content.type.shape, members + [SpecValue.Member(member, value)])
                }
                body = endpoint.bodies.isEmpty ? value : .choice(shape: nil, case: content.name.swift, value)
            }
        }

        private func value(
            of arguments: [Argument],
            for field: Field,
            _ reader: ValueReader
        ) throws(CallArgumentError) -> SpecValue {
            var texts: [String] = []
            var files: [SpecValue] = []
            for argument in arguments {
                switch (argument, field.type.scalar) {
                case (.text(let text), _): texts.append(text)
                case (.file(let url), .file):
                    try Self.checkFile(url)
                    files.append(.file(HTTPFile(at: url)))
                case (.file(let url), .data): files.append(.scalar(try Self.contents(of: url)))
                case (.file(let url), _):
                    guard let text = String(data: try Self.contents(of: url), encoding: .utf8) else {
                        throw CallArgumentError("the file \(url.path) is not text in UTF-8")
                    }
                    texts.append(text)
                }
            }
            if !files.isEmpty, texts.isEmpty {
                if case .array = field.type.unwrapped { return .list(files) }
                if files.count == 1 { return files[0] }
            }
            guard files.isEmpty else {
                throw CallArgumentError("\(field.name.written): it is given twice, but is not a list")
            }
            do {
                return try reader.value(ofTexts: texts, for: field)
            } catch {
                throw CallArgumentError("\(error.name): \(error.reason)")
            }
        }

        /// Folders and devices have no end, and a pipe has what is read once only.
        private static func checkFile(_ url: URL) throws(CallArgumentError) {
            let path = url.resolvingSymlinksInPath().path
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            guard type == .typeRegular, FileManager.default.isReadableFile(atPath: path) else { throw unreadable(url) }
        }

        private static func contents(of url: URL) throws(CallArgumentError) -> Data {
            try checkFile(url)
            do { return try Data(contentsOf: url) } catch { throw unreadable(url) }
        }

        private static func unreadable(_ url: URL) -> CallArgumentError {
            CallArgumentError("there is no file at \(url.path) that can be read")
        }

        /// The credentials of the first alternative of the endpoint that the environment has.
        ///
        /// - Parameters:
        ///   - poll: the endpoint that is polled with the same credentials.
        ///   - placeholders: receives the secrets of a request that is only printed. Without credentials, it has those of the first
        ///     alternative.
        func credentials(
            for endpoint: Endpoint,
            poll: Endpoint? = nil,
            of spec: Spec,
            _ baseURL: String?,
            _ placeholders: inout CallPlaceholders?
        ) throws(CallArgumentError) -> [any HTTPMiddleware] {
            var first: CallArgumentError?
            var alternatives = endpoint.auth
            if placeholders != nil {
                let given = alternatives.first { names in names.allSatisfy(hasCredentials) } ?? alternatives.first
                alternatives = given.map { [$0] } ?? []
            }
            let scopes = [endpoint, poll].compactMap { $0?.scopes.first }.flatMap { $0.split(separator: " ") }
            for names in alternatives {
                do throws(CallArgumentError) {
                    var credentials: [any HTTPMiddleware] = []
                    for scheme in spec.auth where names.contains(scheme.name.written) {
                        try checkName(of: scheme, endpoint)
                        if let credential = placeholders?.credentials(scheme) {
                            credentials.append(credential)
                        } else {
                            let url = baseURL ?? spec.baseURL
                            credentials.append(try self.credentials(scheme, for: endpoint, scopes, url))
                        }
                    }
                    return credentials
                } catch {
                    first = first ?? error
                }
            }
            if let first { throw first }
            return []
        }

        private func hasCredentials(_ scheme: String) -> Bool {
            let variable = Self.variable(for: scheme)
            return [variable, "\(variable)_CLIENT_ID"].contains { environment[$0]?.isEmpty == false }
        }

        private func checkName(of scheme: AuthScheme, _ endpoint: Endpoint) throws(CallArgumentError) {
            let variable = Self.variable(for: scheme.name.written)
            if let param = endpoint.members.first(where: {
                $0.isSecret && Self.variable(for: $0.name.written) == variable
            }) {
                throw CallArgumentError(
                    "\(variable) would be both the credentials and the param \(param.name.written.quotedForMessage); "
                        + "give one of them another name in the spec, and its own by `wireName`"
                )
            }
        }

        /// - Parameters:
        ///   - scopes: the scopes of a token; none for those that the server chooses.
        ///   - baseURL: the URL that those of the login server are relative to.
        private func credentials(
            _ scheme: AuthScheme,
            for endpoint: Endpoint,
            _ scopes: [Substring],
            _ baseURL: String?
        ) throws(CallArgumentError) -> any HTTPMiddleware {
            let variable = Self.variable(for: scheme.name.written)
            guard let value = environment[variable], !value.isEmpty else {
                let variables = CallVariables(prefix: variable, environment: environment)
                if let id = variables["CLIENT_ID"], scheme.kind == .oauth2 {
                    return try CallLogin(scheme.oauth2.runtime(baseURL), id: id, scopes: scopes, variables)
                }
                throw CallArgumentError(
                    "\(endpoint.qualifiedName) needs the credentials \(scheme.name.written.quotedForMessage): set \(variable)\(scheme.hint)"
                )
            }
            switch scheme.kind {
            case .bearer, .oauth2:
                return APIKeyCredentials("Bearer \(value)", in: .header, name: "Authorization")
            case .basic:
                guard let colon = value.firstIndex(of: ":") else {
                    throw CallArgumentError("\(variable) is not USER:PASSWORD")
                }
                let password = String(value[colon...].dropFirst())
                return BasicCredentials(user: String(value[..<colon]), password: password)
            case .apiKey(let location, let name):
                return APIKeyCredentials(value, in: location.ofKey, name: name)
            }
        }

        /// `NETTASK_API_KEY` for `apiKey`.
        static func variable(for name: String) -> String {
            let words = NameSeparator.default.wireName(for: name).uppercased()
            return "NETTASK_" + String(words.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        }
    }

    /// The command line does not fit the spec.
    struct CallArgumentError: Error {
        let message: String

        init(_ message: String) {
            self.message = message
        }
    }

    extension AuthScheme {
        fileprivate var hint: String {
            switch kind {
            case .basic: " to USER:PASSWORD"
            case .oauth2: ", or \(CallArguments.variable(for: name.written))_CLIENT_ID to log in"
            case .bearer, .apiKey: ""
            }
        }
    }

    extension Field {
        /// Whether a task may be without a value.
        fileprivate var isOmissible: Bool {
            defaultValue != nil || canBeMissing || isNullable && type.isOptional || !isSent
        }
    }

    extension String {
        /// Whether two names differ only in case, hyphens and underscores.
        fileprivate func isSpelled(like other: String) -> Bool {
            let letters = { (name: String) in name.lowercased().filter { $0.isLetter || $0.isNumber } }
            return letters(self) == letters(other)
        }
    }

    extension AuthScheme.Location {
        var ofKey: APIKeyCredentials.Location {
            switch self {
            case .header: .header
            case .query: .query
            case .cookie: .cookie
            }
        }
    }
#endif
