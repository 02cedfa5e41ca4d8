#if Tools
    import Foundation
    import NetTaskHTTP
    import NetTaskImport
    import NetTaskMocks
    import NetTaskSpec
    import NetTaskTerminal

    /// Collects differences, and writes a spec that extends the compared one and describes what the server does.
    struct ContractOverlay: Sendable {
        private let spec: Spec
        private let shapes: [String: Shape]
        private var map = SpecMap()
        /// The types of the fields that the spec lacks, by the path of the field.
        private var added: [[String]: ValueType] = [:]
        /// The values that enumerations lack, by shape.
        private var cases: [String: [JSONValue]] = [:]
        /// What the overlay does not change, for comments: once for each kind.
        private var others: [String: String] = [:]

        private static let maxCommentCount = 200

        /// The path of the overlay, and its text so far.
        private let path: String
        private var written = ""

        init(_ spec: Spec, path: String) {
            self.spec = spec
            self.path = path
            shapes = spec.shapesByName
        }

        /// Writes the file if it has changed, so that it is complete however the command ends.
        mutating func write() throws {
            let text = text
            if text == written { return }
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            written = text
        }

        mutating func add(_ problems: [MockProblem], _ status: Int, of name: String) {
            guard let endpoint = spec.endpoints.first(where: { $0.qualifiedName == name }) else { return }
            for problem in problems where !change(problem, status, endpoint) {
                let place = "\(name) \(MockFindings.kind(of: problem.path))"
                let expected = "but the spec says \(problem.expected)"
                guard others[place + expected] == nil, others.count < Self.maxCommentCount else { continue }
                others[place + expected] = "\(place): \(problem.found), \(expected)".escapedForTerminal
            }
        }

        private var text: String {
            let extended = (spec.files.first { $0.number == spec.number } ?? spec.files.first)?.path ?? ""
            var file = SpecMap()
            file.add("nettask", .literal("1"))
            file.add("client", spec.client.written)
            file.add("extends", .list([.text(extended.relative(to: path))]))
            file.items += map.items
            if !others.isEmpty {
                file.addComment("")
                file.addComment("These differences need a decision:")
                for line in others.values.sorted() { file.addComment("- \(line)") }
            }
            return YAMLText.of(file)
        }

        // MARK: Changes

        /// Changes the spec for a difference.
        ///
        /// - Returns: Whether it can be changed.
        private mutating func change(_ problem: MockProblem, _ status: Int, _ endpoint: Endpoint) -> Bool {
            if problem.path == "status" { return addStatus(status, endpoint) }
            guard let target = target(problem, status, endpoint) else { return false }
            switch (problem.kind, target) {
            case (.undescribed, .new(let path, let fields, let name)):
                guard let value = problem.value else { return false }
                add(name, value, to: path, beside: fields)
                return true
            case (.missing, .field(let path, let field)):
                guard !field.isInline else { return false }
                map.set(.literal("true"), at: path + ["optional"])
                return true
            case (.value, .field(let path, let field)):
                if problem.value?.isNull == true {
                    guard field.defaultValue == nil, field.transform == nil, field.readTransform == nil else {
                        return false
                    }
                    map.set(.literal("true"), at: path + ["nullable"])
                    return true
                }
                guard case .enumeration(let shape)? = self.target([], in: field.type, isNew: false) else {
                    return false
                }
                return addCase(problem.value, shape)
            case (.value, .enumeration(let shape)): return addCase(problem.value, shape)
            default: return false
            }
        }

        private mutating func addStatus(_ status: Int, _ endpoint: Endpoint) -> Bool {
            let isByStatus = if case .statuses = endpoint.response { true } else { false }
            guard status >= 300 || isByStatus else { return false }
            map.set(.text("none"), at: endpoint.path + [status < 300 ? "response" : "errors", "\(status)"])
            return true
        }

        private mutating func add(_ name: String, _ value: JSONValue, to path: [String], beside fields: [Field]) {
            let known = added.keys.filter { $0.dropLast() == path[...] }
            let key = added.first { known.contains($0.key) && $0.value.wireName == name }?.key
            let taken = Set(fields.map(\.name.swift) + fields.map(\.name.written) + known.compactMap(\.last))
            var own = CamelCase.lowerCamel(name) ?? "member"
            while key == nil, taken.contains(own) { own += "Value" }
            let full = key ?? path + [own]
            var type = added[full] ?? ValueType(wireName: name)
            type.add(value)
            added[full] = type
            var entry = SpecMap()
            entry.isCompact = true
            entry.add("type", "\(type.reference)?")
            if !name.allSatisfy({ $0.isASCII && $0.isLowercase }) { entry.add("wireName", name) }
            entry.add("nullable", flag: type.isNullable)
            map.set(.map(entry), at: full)
        }

        private mutating func addCase(_ value: JSONValue?, _ shape: Shape) -> Bool {
            guard let value, let known = shape.cases, let first = known.first else { return false }
            let text = first.value.isInteger ? value.intValue.map { "\($0)" } : value.stringValue
            guard let text else { return false }
            if cases[shape.name.written, default: []].contains(value) { return true }
            cases[shape.name.written, default: []].append(value)
            let taken = Set(known.map(\.name.swift) + [shape.catchAll].compactMap(\.self))
            var own = CamelCase.lowerCamel(text) ?? "value\(cases[shape.name.written]?.count ?? 0)"
            while taken.contains(own) { own += "Value" }
            map.set(
                first.value.isInteger ? .literal(text) : .text(text),
                at: ["shapes", shape.name.written, "enum", own]
            )
            return true
        }

        // MARK: Places in the spec

        private enum Target {
            /// A field, and its path in the spec.
            case field([String], Field)
            /// A member that the fields at a path lack.
            case new([String], [Field], String)
            case enumeration(Shape)
        }

        private func target(_ problem: MockProblem, _ status: Int, _ endpoint: Endpoint) -> Target? {
            let isNew = problem.kind == .undescribed
            var (response, path) = (endpoint.response, endpoint.path + ["response"])
            if case .statuses(let bodies) = response, let body = bodies.entry(for: status) {
                (response, path) = (body.response, path + [body.status.written])
            } else if !(200...299).contains(status) {
                guard let body = endpoint.errors.entry(for: status) else { return nil }
                (response, path) = (body.response, endpoint.path + ["errors", body.status.written])
            }
            switch response {
            case .json(let type, let keys):
                guard problem.steps.starts(with: keys.map(Optional.some)), problem.steps.count >= keys.count else {
                    return nil
                }
                return target(problem.steps.dropFirst(keys.count), in: type, isNew: isNew)
            case .fields(let fields): return target(problem.steps[...], in: fields, at: path + ["fields"], isNew: isNew)
            default: return nil
            }
        }

        private func target(_ steps: ArraySlice<String?>, in type: TypeReference, isNew: Bool) -> Target? {
            switch type.unwrapped {
            case .array(let element):
                guard let first = steps.first, first == nil else { return nil }
                return target(steps.dropFirst(), in: element, isNew: isNew)
            case .dictionary(let element):
                return steps.isEmpty ? nil : target(steps.dropFirst(), in: element, isNew: isNew)
            case .shape(let name):
                guard let shape = shapes[name] else { return nil }
                if shape.cases != nil { return steps.isEmpty ? .enumeration(shape) : nil }
                guard let fields = shape.fields else { return nil }
                return target(steps, in: fields, at: ["shapes", name, "fields"], isNew: isNew)
            case .scalar, .optional: return nil
            }
        }

        private func target(_ steps: ArraySlice<String?>, in fields: [Field], at path: [String], isNew: Bool) -> Target?
        {
            guard let name = steps.first ?? nil else { return nil }
            if isNew, steps.count == 1 { return .new(path, fields, name) }
            for field in fields where field.isRead && !field.isAdditional {
                if field.isInline {
                    if let found = target(steps, in: field.type, isNew: isNew) { return found }
                } else if steps.starts(with: field.path.map(Optional.some)) {
                    let rest = steps.dropFirst(field.path.count)
                    return rest.isEmpty
                        ? .field(path + [field.name.written], field) : target(rest, in: field.type, isNew: isNew)
                }
            }
            return nil
        }
    }

    extension String {
        /// The path, relative to the folder of another file.
        fileprivate func relative(to file: String) -> String {
            let own = URL(fileURLWithPath: self).standardizedFileURL.pathComponents
            let folder = URL(fileURLWithPath: file).standardizedFileURL.deletingLastPathComponent().pathComponents
            let common = zip(own, folder).prefix { $0 == $1 }.count
            return (folder.dropFirst(common).map { _ in ".." } + own.dropFirst(common)).joined(separator: "/")
        }
    }

    extension Endpoint {
        /// The path of its entry in the spec.
        fileprivate var path: [String] {
            (group.map { ["groups", $0.written] } ?? []) + ["endpoints", name.written]
        }
    }

    /// The type that all values of a member have.
    private struct ValueType: Sendable {
        var wireName: String
        private var type: TypeReference?
        private var hasNull = false

        init(wireName: String) { self.wireName = wireName }

        var reference: TypeReference { type ?? .scalar(.jsonValue) }
        /// Any JSON can be null.
        var isNullable: Bool { hasNull && reference != .scalar(.jsonValue) }

        mutating func add(_ value: JSONValue) {
            guard let new = Self.type(of: value) else { return hasNull = true }
            type = type.map { Self.common($0, new) } ?? new
        }

        /// `nil` for null.
        private static func type(of value: JSONValue) -> TypeReference? {
            switch value {
            case .null: nil
            case .bool: .scalar(.bool)
            case .number: .scalar(value.intValue == nil ? .double : .int)
            case .string: .scalar(.string)
            case .object: .scalar(.jsonValue)
            case .array(let elements):
                .array(
                    elements.first.flatMap { first in
                        elements.dropFirst().reduce(type(of: first)) { common, element in
                            common.flatMap { common in type(of: element).map { Self.common(common, $0) } }
                        }
                    } ?? .scalar(.jsonValue)
                )
            }
        }

        private static func common(_ first: TypeReference, _ second: TypeReference) -> TypeReference {
            switch (first, second) {
            case (.scalar(.int), .scalar(.double)), (.scalar(.double), .scalar(.int)): .scalar(.double)
            case (.array(let first), .array(let second)): .array(common(first, second))
            default: first == second ? first : .scalar(.jsonValue)
            }
        }
    }

    extension SpecMap {
        /// Sets a value at a path of keys, for which maps are made.
        fileprivate mutating func set(_ value: SpecNode, at path: [String]) {
            guard let key = path.first else { return }
            let index = items.firstIndex { if case .entry(key, _, _) = $0 { true } else { false } }
            var node = value
            if path.count > 1 {
                let isMap = if case .map = value { true } else { false }
                var inner = SpecMap(isCompact: path.count == 2 && !isMap)
                if let index, case .entry(_, .map(let map), _) = items[index] { inner = map }
                inner.set(value, at: Array(path.dropFirst()))
                node = .map(inner)
            }
            let item = Item.entry(key: key, value: node, comment: nil)
            if let index { items[index] = item } else { items.append(item) }
        }
    }
#endif
