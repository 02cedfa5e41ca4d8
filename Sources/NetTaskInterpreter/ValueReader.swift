package import Foundation
package import NetTaskHTTP
package import NetTaskSpec

/// Reads values by the types of a spec, with the reader of the runtime, like the initializers of generated code.
package struct ValueReader: Sendable {
    /// The shapes of the spec, by written name.
    package let shapes: [String: Shape]
    /// The direction of the values. Fields of the other direction are not required, and `from:` applies to replies.
    package let direction: Field.Direction
    /// Whether numbers with a fraction are read as JSON, which keeps the digits of the server, instead of as their types.
    var keepsDigits = false

    package init(_ shapes: [String: Shape], _ direction: Field.Direction) {
        self.shapes = shapes
        self.direction = direction
    }

    /// Reads a JSON text.
    ///
    /// - Throws: `ParseError` if it is not such a value.
    package func value(
        of json: Data,
        as type: TypeReference,
        path: [String] = [],
        format: ValueFormat = .iso8601
    ) throws -> SpecValue {
        if json.isEmpty, type.isOptional { return .absent }
        return try read(json) { reader in
            guard let name = path.last else {
                reader.object.format = format
                return try read(type, from: &reader)
            }
            let outer = try reader.beginObject()
            for step in path.dropLast() { try reader.enter(named: Self.jsonName(step)) }
            let value = try reader.member(named: Self.jsonName(name), format: format) { reader in
                try read(type, from: &reader)
            }
            if value == nil, !type.isOptional { throw reader.missing(named: name) }
            for _ in path.dropLast() { try reader.leave() }
            try reader.endObject(outer)
            return value ?? .absent
        }
    }

    /// Reads a JSON object with the fields of no shape.
    package func members(of json: Data, _ fields: [Field]) throws -> [SpecValue.Member] {
        try read(json) { reader in
            let outer = try reader.beginObject()
            let members = try self.members(fields, of: &reader)
            try reader.endObject(outer)
            return members
        }
    }

    private func read<Value>(_ json: Data, _ body: (inout JSONReader) throws -> Value) throws -> Value {
        try json.withUnsafeBytes { try JSONReader.with($0, body) }
    }

    // MARK: Types

    private func read(_ type: TypeReference, from reader: inout JSONReader) throws -> SpecValue {
        switch type {
        case .scalar(let scalar):
            // Specs have no files in JSON.
            let type: any SpecScalar.Type = scalar.swiftType ?? JSONValue.self as any SpecScalar.Type
            let start = reader.position
            let value = try read(type, from: &reader)
            if keepsDigits, [.double, .float, .decimal].contains(scalar) {
                return .scalar(try number(at: start, in: &reader) ?? value)
            }
            return .scalar(value)
        case .shape(let name):
            return try read(shape: name, from: &reader)
        case .optional(let wrapped):
            return try reader.null() ? .absent : read(wrapped, from: &reader)
        case .array(let element):
            var elements: [SpecValue] = []
            var hasMore = try reader.beginArray()
            while hasMore {
                elements.append(try read(element, from: &reader))
                hasMore = try reader.nextElement()
            }
            return .list(elements)
        case .dictionary(let value):
            var members: [SpecValue.Member] = []
            var keys: Set<String> = []
            let outer = reader.keysStart
            reader.keysStart = outer ?? reader.position
            try reader.beginDictionary()
            while let key = try reader.nextKey() {
                let value = try read(value, from: &reader)
                if keys.insert(key).inserted { members.append(SpecValue.Member(key, value)) }
            }
            reader.keysStart = outer
            return .dictionary(members)
        }
    }

    /// Returns the number before the reader's position with the digits of the server; nil for a number in quotes.
    private func number(at start: Int, in reader: inout JSONReader) throws -> JSONValue? {
        let end = reader.position
        defer { reader.position = end }
        reader.position = start
        if reader.next == UInt8(ascii: "\"") { return nil }
        return JSONValue.Number(text: try reader.numberText()).map { .number($0) }
    }

    private func read<Scalar: SpecScalar>(
        _ type: Scalar.Type,
        from reader: inout JSONReader
    ) throws -> any SpecScalar {
        try Scalar.read(from: &reader)
    }

    private func read(shape name: String, from reader: inout JSONReader) throws -> SpecValue {
        guard let shape = shapes[name] else { return .absent }
        switch shape.kind {
        case .object:
            return try readObject(shape, from: &reader)
        case .enumeration(let cases):
            let isOfIntegers = cases.first?.value.isInteger ?? false
            let raw: any SpecScalar = isOfIntegers ? try Int.read(from: &reader) : try String.read(from: &reader)
            let found = cases.first { $0.value == Self.raw(raw) }
            if found == nil, shape.catchAll == nil { throw reader.error(unknown: "\(raw)", of: shape.name.swift) }
            return .enumeration(case: found?.name.swift, raw)
        case .alternatives(let alternatives):
            if alternatives.discriminator != nil { return try readObject(shape, from: &reader) }
            return try readInOrder(shape, alternatives, from: &reader)
        case .custom:
            return .scalar(try JSONValue.read(from: &reader))
        }
    }

    private static func raw(_ value: any SpecScalar) -> EnumerationCase.Value? {
        switch value {
        case let text as String: .string(text)
        case let number as Int: .integer(number)
        default: nil
        }
    }

    private func readObject(_ shape: Shape, from reader: inout JSONReader) throws -> SpecValue {
        let outer = try reader.beginObject()
        let value = try contents(of: shape, from: &reader)
        try reader.endObject(outer)
        return value
    }

    // MARK: Objects

    /// Reads the members of an open object, like the initializer of a generated type.
    private func contents(of shape: Shape, from object: inout JSONReader) throws -> SpecValue {
        switch shape.kind {
        case .object(let fields):
            return .object(shape: shape.name.written, try members(fields, of: &object, in: shape.name.written))
        case .alternatives(let alternatives):
            return try contents(of: alternatives, of: shape, from: &object)
        case .enumeration, .custom:
            return .scalar(try object.readMembers())
        }
    }

    /// - Parameter shape: The written name of the shape with the fields.
    private func members(
        _ fields: [Field],
        of object: inout JSONReader,
        in shape: String? = nil
    ) throws -> [SpecValue.Member] {
        var values: [String: SpecValue] = [:]
        let plans = ReadPlan.rounds(of: fields.filter { isRead($0) && !$0.isInline }.map(placed))
        for (index, plan) in plans.enumerated() {
            if index > 0 { object.rewind() }
            try read(plan, from: &object, into: &values)
        }
        for field in fields where field.isAdditional {
            let names = DeclaredMembers(shapes).names(of: fields, in: shape)
            values[field.name.swift] = try others(field, besides: names, of: &object)
        }
        for field in fields where field.isInlineShape {
            object.beginInline()
            values[field.name.swift] = try read(field.type, from: &object)
            object.endInline()
        }
        return fields.map { field in
            let value = values[field.name.swift] ?? defaultValue(of: field) ?? .absent
            return SpecValue.Member(field.name.swift, field.isSecret ? .secret(value) : value)
        }
    }

    /// The members without a field, like `readOthers` of the runtime.
    private func others(
        _ field: Field,
        besides names: [String],
        of object: inout JSONReader
    ) throws -> SpecValue {
        let all: [String: JSONValue] = try object.readOthers(besides: names)
        let type = field.additionalType ?? .scalar(.jsonValue)
        return .dictionary(
            try all.sorted { $0.key < $1.key }.map { name, value in
                do {
                    let json = Data(value.description.utf8)
                    let format = field.format?.valueFormat ?? .iso8601
                    return SpecValue.Member(name, try self.value(of: json, as: type, format: format))
                } catch let error as ParseError {
                    throw object.error(field.isSecret ? "a member is invalid" : "\(name): \(error.reason)")
                }
            }
        )
    }

    private func isRead(_ field: Field) -> Bool { direction == .response ? field.isRead : field.isSent }

    private func placed(_ field: Field) -> Field {
        if direction == .response { return field }
        var field = field
        field.path = [field.wireName]
        return field
    }

    private func read(
        _ plan: ReadPlan,
        from object: inout JSONReader,
        into values: inout [String: SpecValue]
    ) throws {
        for member in plan.members {
            switch member.content {
            case .value(let field):
                values[field.name.swift] = try read(field, named: member.name, from: &object)
            case .object(let plan):
                try object.enter(named: Self.jsonName(member.name))
                try read(plan, from: &object, into: &values)
                try object.leave()
            }
        }
    }

    private func read(_ field: Field, named name: String, from object: inout JSONReader) throws -> SpecValue {
        let takesNull = field.canBeMissing || field.isNullable
        // The user's function cannot be called, so the value is the one on the wire.
        let isTransformed = direction == .response ? field.readTransform != nil : field.transform != nil
        let type = isTransformed ? .scalar(.jsonValue) : field.type.unwrapped
        let value = try object.member(
            named: Self.jsonName(name),
            format: field.format?.valueFormat ?? .iso8601,
            isSecret: field.isSecret
        ) { reader in
            if takesNull, try reader.null() { return SpecValue.null }
            return try read(type, from: &reader)
        }
        switch value {
        case nil where field.canBeMissing: return defaultValue(of: field) ?? .absent
        // For a required value that may be null, nil means null.
        case .null? where !(field.isNullable && field.type.isOptional): return defaultValue(of: field) ?? .absent
        case let value?: return value
        case nil: throw object.missing(named: name)
        }
    }

    // MARK: One of several types

    private func contents(
        of alternatives: Alternatives,
        of shape: Shape,
        from object: inout JSONReader
    ) throws -> SpecValue {
        let absent = alternatives.withoutDiscriminator(shapes)
        let isEnough = absent.count == 1 || !absent.isEmpty && shape.catchAll != nil
        let name = alternatives.discriminator ?? ""
        let isOfIntegers = alternatives.isOfIntegers
        let value = try object.member(named: Self.jsonName(name), format: .iso8601) { reader in
            if isEnough, try reader.null() { return nil as EnumerationCase.Value? }
            return isOfIntegers ? .integer(try Int.read(from: &reader)) : .string(try String.read(from: &reader))
        }
        if value == nil, !isEnough { throw object.missing(named: name) }
        object.rewind()
        let known =
            if let value = value.flatMap(\.self) {
                alternatives.cases.first { $0.values.contains(value) }
            } else {
                absent.count == 1 ? absent[0] : nil
            }
        if let known, let inner = known.type.shape.flatMap({ shapes[$0] }) {
            let contents = try contents(of: inner, from: &object)
            return .choice(shape: shape.name.written, case: known.name.swift, contents)
        }
        guard let catchAll = shape.catchAll else {
            throw object.error(unknown: value.flatMap(\.self)?.text ?? "", of: shape.name.swift)
        }
        return .choice(shape: shape.name.written, case: catchAll, .scalar(try object.readMembers()))
    }

    private func readInOrder(
        _ shape: Shape,
        _ alternatives: Alternatives,
        from reader: inout JSONReader
    ) throws -> SpecValue {
        let isClosest = alternatives.choice == .closest
        var choice = try reader.beginChoice(isClosest: isClosest)
        // A type that reads any object knows none of its members.
        let others = alternatives.cases.filter { isClosest && $0.type.isAnyObject }
        let known = alternatives.cases.filter { !isClosest || !$0.type.isAnyObject }
        repeat {
            if let value = try choose(known, of: shape, from: &reader, &choice) { return value }
        } while isClosest && choice.widen()
        if let value = try choose(others, of: shape, from: &reader, &choice) { return value }
        throw reader.error(choice, of: shape.name.swift)
    }

    private func choose(
        _ cases: [Alternative],
        of shape: Shape,
        from reader: inout JSONReader,
        _ choice: inout JSONChoice
    ) throws -> SpecValue? {
        for alternative in cases {
            let value = try reader.choose(alternative.type.description, &choice) { reader in
                try read(alternative.type, from: &reader)
            }
            if let value { return .choice(shape: shape.name.written, case: alternative.name.swift, value) }
        }
        return nil
    }

    // MARK: Default values

    /// The default value of the spec for a missing value.
    package func defaultValue(of field: Field) -> SpecValue? {
        // Without the flag, because the value may be sent.
        field.isNullable ? nil : field.defaultValue.flatMap { ValueReader(shapes, direction).specValue($0, field.type) }
    }

    private func specValue(_ value: Field.DefaultValue, _ type: TypeReference) -> SpecValue? {
        switch (value, type.unwrapped) {
        case (.list(let values), .array(let element)):
            return .list(values.compactMap { specValue($0, element) })
        case (.members(let members), .dictionary(let element)):
            return .dictionary(
                members.compactMap { member in
                    specValue(member.value, element).map { SpecValue.Member(member.name, $0) }
                }
            )
        case (.enumerationCase(let name), .shape(let shape)):
            switch shapes[shape]?.cases?.first(where: { $0.name.swift == name })?.value {
            case .string(let text): return .enumeration(case: name, text)
            case .integer(let number): return .enumeration(case: name, number)
            case nil: return nil
            }
        case (_, .scalar(.date)):
            return Double(value.written).map { .scalar(Date(timeIntervalSince1970: $0)) }
        case (_, let type):
            return try? self.value(of: Data(value.json.utf8), as: type)
        }
    }

    /// The name between the quotes of a JSON text, with its escapes.
    private static func jsonName(_ name: String) -> String {
        String(JSONValue.string(name).description.dropFirst().dropLast())
    }
}

extension ExtensionValue {
    fileprivate var json: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let text): JSONValue.Number(text: text)?.text ?? "0"
        case .string(let text): JSONValue.string(text).description
        case .list(let values): "[\(values.map(\.json).joined(separator: ","))]"
        case .map(let members):
            "{\(members.map { "\(JSONValue.string($0.name)):\($0.value.json)" }.joined(separator: ","))}"
        }
    }
}

extension Field.DefaultValue {
    /// The value as JSON. It must be a single value.
    fileprivate var json: String {
        switch self {
        case .string(let text): JSONValue.string(text).description
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        // YAML has more forms of numbers than JSON.
        case .number(let text): JSONValue.Number(text: text)?.text ?? Double(text)?.description ?? "0"
        case .bool(let bool): bool ? "true" : "false"
        case .json(let value): value.json
        case .enumerationCase, .list, .members: "null"
        }
    }
}
