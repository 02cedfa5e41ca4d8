import NetTaskHTTP
import NetTaskSpec

/// A value with the shapes of its spec. The runtime's packer treats it like a value of a generated type.
struct WrittenValue: ParameterValue {
    let value: SpecValue
    /// The shapes, by written name.
    let shapes: [String: Shape]

    init(_ value: SpecValue, _ shapes: [String: Shape]) {
        self.value = value
        self.shapes = shapes
    }

    static func write(_ written: WrittenValue, into packer: inout ParameterPacker) {
        switch written.value {
        case .absent: Bool?.write(nil, into: &packer)
        case .secret(let value): write(WrittenValue(value, written.shapes), into: &packer)
        case .null: Nullable<Bool>.write(.null, into: &packer)
        case .scalar(let scalar), .enumeration(_, let scalar): write(scalar, into: &packer)
        case .file(let file): HTTPFile.write(file, into: &packer)
        case .list(let elements):
            [WrittenValue].write(elements.map { WrittenValue($0, written.shapes) }, into: &packer)
        case .dictionary(let members):
            let members = members.map { ($0.name, WrittenValue($0.value, written.shapes)) }
            [String: WrittenValue].write(Dictionary(members) { first, _ in first }, into: &packer)
        case .object:
            WrittenObject.write(WrittenObject(written), into: &packer)
        case .choice(let shape?, _, let value) where written.shapes[shape]?.alternatives?.discriminator == nil:
            write(WrittenValue(value, written.shapes), into: &packer)
        case .choice:
            WrittenObject.write(WrittenObject(written), into: &packer)
        }
    }

    private static func write<Scalar: SpecScalar>(_ scalar: Scalar, into packer: inout ParameterPacker) {
        Scalar.write(scalar, into: &packer)
    }
}

/// An object, or a choice with a discriminator.
struct WrittenObject: ParameterPackable {
    let value: SpecValue
    let shapes: [String: Shape]

    init(_ written: WrittenValue) {
        value = written.value
        shapes = written.shapes
    }

    func pack(into packer: inout ParameterPacker) {
        switch value {
        case .object(let shape, let members):
            let fields = shape.flatMap { shapes[$0]?.fields } ?? []
            let values = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
            let sent = fields.filter(\.isSent)
            if sent.contains(where: \.isInlineShape) { packer.sendEachNameOnce() }
            for field in sent where !field.isInline {
                packer.add(field, values[field.name.swift] ?? .absent, shapes)
            }
            for field in sent where field.isInlineShape {
                packer.add(inline: WrittenValue(values[field.name.swift] ?? .absent, shapes))
            }
            for field in sent where field.isAdditional {
                add(field, values[field.name.swift] ?? .absent, besides: fields, in: shape, to: &packer)
            }
        case .choice(let shape?, let name, let value):
            packDiscriminator(of: name, in: shape, value, into: &packer)
            WrittenObject(WrittenValue(value, shapes)).pack(into: &packer)
        case .scalar(let value as JSONValue):
            packer.add(membersOf: value)
        default:
            packer.fail("only an object can be sent here")
        }
    }

    /// Adds the members without a field. Of a type that may be null, nil is null.
    private func add(
        _ field: Field,
        _ value: SpecValue,
        besides fields: [Field],
        in shape: String?,
        to packer: inout ParameterPacker
    ) {
        if case .secret(let value) = value {
            return add(field, value, besides: fields, in: shape, to: &packer)
        }
        guard case .dictionary(let members) = value else { return }
        let others = members.map { ($0.name, WrittenValue($0.value.isAbsent ? .null : $0.value, shapes)) }
        let names = DeclaredMembers(shapes).names(of: fields, in: shape)
        let format = field.format?.valueFormat ?? .iso8601
        let dictionary = Dictionary(others) { first, _ in first }
        if field.isSecret { packer.keepSecret(dictionary, format: format) }
        packer.add(others: dictionary, besides: names, format: format)
    }

    /// The value of the discriminator if the alternative itself does not send it.
    private func packDiscriminator(
        of name: String,
        in shape: String,
        _ value: SpecValue,
        into packer: inout ParameterPacker
    ) {
        guard let alternatives = shapes[shape]?.alternatives, let discriminator = alternatives.discriminator,
            let alternative = alternatives.cases.first(where: { $0.name.swift == name }),
            let first = alternative.values.first
        else { return }
        if let own = alternatives.discriminatorField(of: alternative, shapes), own.isSent {
            guard own.type.isOptional, case .object(_, let members) = value,
                members.first(where: { $0.name == own.name.swift })?.value.isAbsent != false
            else { return }
        }
        switch first {
        case .string(let text): packer.add(escaping: discriminator, text)
        case .integer(let number): packer.add(escaping: discriminator, number)
        }
    }
}

extension ParameterPacker {
    /// Adds a field of a shape, or a param, like generated code.
    ///
    /// - Parameter location: the location of a param.
    mutating func add(
        _ field: Field,
        _ value: SpecValue,
        _ shapes: [String: Shape],
        in location: ParameterLocation? = nil
    ) {
        // For a type that may be null, nil is sent as null.
        let isNull = field.isNullable && !field.type.isOptional && value.isAbsent
        let written = WrittenValue(isNull ? .null : value, shapes)
        // The result of the user's function has no format and no style.
        let format = field.transform == nil ? field.format?.valueFormat ?? .iso8601 : .iso8601
        let style = field.transform == nil ? field.style?.arrayStyle ?? .repeat : .repeat
        if field.isSecret { keepSecret(written, format: format) }
        add(escaping: field.wireName, written, format: format, style: style, in: location)
    }
}
