/// Decodes `format:`, for dates, numbers and `Data`, and `style:`, for lists.
extension SpecDecoder {
    /// The format of the values in a type. Default: the usual format for dates, and `nil` for others.
    ///
    /// - Parameter type: `nil` if it could not be decoded. Then `format:` is not checked against it.
    func format(_ node: YAMLNode?, _ type: TypeReference?, usual: Field.Format = .iso8601) -> Field.Format? {
        guard let type, case .scalar(let scalar) = type.innermost, let formats = scalar.formats else {
            let format = node.flatMap { choice($0, "format", of: Field.Format.self) }
            if let node, let type, format != nil {
                at(node.range, .invalidFormat)
                    .error("`format` cannot be used with `\(type)`: it is for dates, numbers and `Data`")
            }
            return nil
        }
        let usual: Field.Format? = scalar == .date ? usual : nil
        guard let node else { return usual }
        if let format = formats.first(where: { $0.rawValue == node.text }) { return format }
        refuseFormat(node, type, formats.map(\.rawValue))
        return usual
    }

    private func refuseFormat(_ node: YAMLNode, _ type: TypeReference, _ formats: [String]) {
        let report = at(node.range, .invalidFormat)
            .error("the `format` of `\(type)` must be \(formats.quotedChoice), not \(node.written)")
        if type.innermost == .scalar(.data) { report.note("without a `format`, `Data` is sent as Base64 with padding") }
        guard let text = node.text?.lowercased() else { return }
        // Two formats begin with `iso`. Other languages write `yyyy-MM-dd'T'HH:mm` and `%Y-%m-%d`.
        let isPattern = text.contains("yy") || text.contains("%y")
        let day = formats.first { $0 == Field.Format.date.rawValue && isPattern && !text.contains("h") }
        let other = isPattern || text.hasPrefix("iso") ? day ?? formats.first : nil
        report.suggest(text.suggestion(among: formats) ?? other)
    }

    /// The style of a list. Default: `repeat`; `nil` for a single value, and for nested values without `brackets` or
    /// `numbered`.
    func arrayStyle(_ node: YAMLNode?, _ type: TypeReference?) -> Field.ArrayStyle? {
        let style = node.flatMap { choice($0, "style", of: Field.ArrayStyle.self) }
        guard let type else { return nil }
        let extent = shapes.extent(of: type.unwrapped)
        let isNesting = style == .brackets || style == .numbered
        if case .array(let element) = type.unwrapped {
            let takesAny = isNesting && element.innermost != .scalar(.file)
            if let node, let style, !takesAny, extent != .list {
                at(node.range, .invalidStyle)
                    .error("`style: \(style.rawValue)` cannot be used with `\(type)`: it is for lists of single values")
            }
            return style ?? .repeat
        }
        if extent == .list { return style ?? .repeat }
        guard let node else { return nil }
        guard extent == .nested else {
            return at(node.range, .invalidStyle).error(
                "`style` cannot be used with `\(type)`: it is for lists, dictionaries and shapes"
            ).none()
        }
        if isNesting || style == nil { return style }
        return at(node.range, .invalidStyle)
            .error("`\(type)` can be sent only with `style: brackets` or `numbered`").none()
    }
}

/// Decodes `default:`, or a single value of an `example:`, as a value of the field's type.
extension SpecDecoder {
    /// - Parameter noun: "default" or "example".
    func value(_ node: YAMLNode, _ type: TypeReference, _ noun: String) -> Field.DefaultValue? {
        if type.isOptional, node.isNull {
            return at(node.range, .invalidDefault)
                .error(
                    "the default of an optional is already nil; remove `default`, or write it in quotes if it is text"
                ).none()
        }
        switch type.unwrapped {
        case .scalar(let scalar):
            return scalarValue(node, scalar, noun)
        case .shape(let name):
            return caseValue(node, name, noun)
        case .array(let element):
            guard case .sequence(let items) = node.content else {
                return at(node.range, .invalidDefault)
                    .error("the \(noun) of `\(type)` must be a list, not \(node.kind)").none()
            }
            let values = items.map { elementValue($0, element, noun) }
            return values.contains(nil) ? nil : .list(values.compactMap { $0 })
        case .dictionary(let element):
            guard node.isMap else {
                return at(node.range, .invalidDefault)
                    .error("the \(noun) of `\(type)` must be a map, not \(node.kind)").none()
            }
            let members = node.entries.compactMap { entry in
                elementValue(entry.value, element, noun).map { Field.DefaultValue.Member(entry.key, $0) }
            }
            return members.count == node.entries.count ? .members(members) : nil
        case .optional:
            return nil  // types have one `?` at most
        }
    }

    private func elementValue(_ node: YAMLNode, _ type: TypeReference, _ noun: String) -> Field.DefaultValue? {
        guard type.isOptional, node.isNull else { return value(node, type, noun) }
        return at(node.range, .invalidDefault)
            .error("a list or dictionary in the \(noun) cannot contain null; write it in quotes if it is text").none()
    }

    private func scalarValue(_ node: YAMLNode, _ type: TypeReference.Scalar, _ noun: String) -> Field.DefaultValue? {
        if type == .jsonValue { return extensionValue(node).map { .json($0) } }
        guard let text = node.text else {
            return at(node.range, .wrongKind)
                .error("the \(noun) of `\(type.rawValue)` must be a single value, not \(node.kind)").none()
        }
        switch type {
        case .string:
            return .string(text)
        case .bool:
            if let bool = Bool(text) { return .bool(bool) }
            return at(node.range, .wrongKind)
                .error("the \(noun) of `Bool` must be true or false, not \(node.written)").none()
        case .double, .float, .decimal:
            return numberValue(text, type, node, noun)
        case .date:
            return dateValue(node, noun)
        case .url:
            return textValue(node, noun, "a URL", isURL)
        case .uuid:
            return textValue(node, noun, "a UUID") { UUID(uuidString: $0) != nil }
        case .data:
            return textValue(node, noun, "Base64") { Data(base64Encoded: $0) != nil }
        case .file where noun == "example":
            return .string(text)
        case .file, .jsonValue:
            return at(node.range, .invalidDefault).error("a `\(type.rawValue)` cannot have a default").none()
        default:
            guard ScalarKind.isNumber(text), ScalarKind.isWhole(text) else {
                return at(node.range, .wrongKind)
                    .error("the \(noun) of `\(type.rawValue)` must be a whole number, not \(node.written)").none()
            }
            if let number = ScalarKind.integer(text), type.integers?.contains(number) == true {
                return .integer(number)
            }
            if type == .uint || type == .uint64, let number = UInt64(text) { return .unsigned(number) }
            return at(node.range, .numberOutOfRange)
                .error("\(node.written) is out of the range of `\(type.rawValue)`").none()
        }
    }

    private func textValue(
        _ node: YAMLNode,
        _ noun: String,
        _ form: String,
        _ isValid: (String) -> Bool
    ) -> Field.DefaultValue? {
        if let text = node.text, isValid(text) { return .string(text) }
        return invalidValue(node, noun, form)
    }

    private func invalidValue(_ node: YAMLNode, _ noun: String, _ form: String) -> Field.DefaultValue? {
        at(node.range, noun == "example" ? .invalidExample : .invalidDefault)
            .error("the \(noun) must be \(form), not \(node.written)").none()
    }

    /// Follows RFC 3986, as old versions of Foundation do. Newer versions accept invalid URLs and escape them.
    private func isURL(_ text: String) -> Bool {
        let scheme = text.prefix { !":/?#".contains($0) }
        let isScheme = scheme.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.-]*/) != nil
        guard isScheme || text.dropFirst(scheme.count).first != ":" else { return false }
        let isAllowed = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) }
        return isAllowed && text.firstMatch(of: /%(?![0-9A-Fa-f]{2})/) == nil && URL(string: text) != nil
    }

    /// A date in ISO 8601, independent of its format on the wire, or a day.
    private func dateValue(_ node: YAMLNode, _ noun: String) -> Field.DefaultValue? {
        guard let (seconds, digits) = node.text.flatMap({ Self.secondsSince1970($0) }) else {
            return invalidValue(node, noun, "a date such as `2026-11-21T07:00:00Z`")
        }
        let exact = Decimal(seconds) + (Decimal(string: "0.\(digits)") ?? 0)
        return exact == Decimal(seconds) ? .integer(seconds) : .number("\(exact)")
    }

    /// The whole seconds, and the digits of the fraction, of which a date has at most six. Days of all centuries are those of the
    /// Gregorian calendar, as at run time.
    private static func secondsSince1970(_ text: String) -> (seconds: Int, digits: String)? {
        func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
        guard let date = text.prefix(10).wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/)?.output else { return nil }
        let (year, month, day) = (number(date.1), number(date.2), number(date.3))
        guard year > 0, (1...12).contains(month), day > 0, day <= days(ofMonth: month, year) else { return nil }
        // Years start in March, so that leap days come last.
        let shiftedYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
        let startOfDay = (shiftedYear * 365 + leapDays + dayOfYear - 719_468) * 86_400
        let rest = text.dropFirst(10)
        if rest.isEmpty { return (startOfDay, "") }
        let form = /T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:[Zz]|([+\-])([0-9]{2})(?::?([0-9]{2}))?)/
        guard let time = rest.wholeMatch(of: form)?.output else { return nil }
        let (hour, minute, second) = (number(time.1), number(time.2), number(time.3))
        let (hourOfZone, minuteOfZone) = (number(time.6), number(time.7))
        guard hour < 24, minute < 60, second < 60, hourOfZone < 24, minuteOfZone < 60 else { return nil }
        let offset = (hourOfZone * 3_600 + minuteOfZone * 60) * (time.5 == "-" ? -1 : 1)
        let seconds = startOfDay + hour * 3_600 + minute * 60 + second - offset
        return (seconds, String(time.4?.prefix(6) ?? ""))
    }

    private static func days(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private func numberValue(_ text: String, _ type: TypeReference.Scalar, _ node: YAMLNode, _ noun: String) -> Field
        .DefaultValue?
    {
        if let number = ScalarKind.integer(text) { return .integer(number) }
        guard ScalarKind.isNumber(text) else {
            return at(node.range, .wrongKind)
                .error("the \(noun) of `\(type.rawValue)` must be a number such as `0.5`, not \(node.written)").none()
        }
        let size = type == .float ? Float(text).map(Double.init) : Double(text)
        let isZero = !text.lowercased().prefix { $0 != "e" }.contains { ("1"..."9").contains($0) }
        guard let size, size.isFinite, isZero || size != 0 else {
            return at(node.range, .numberOutOfRange)
                .error("\(node.written) is out of the range of `\(type.rawValue)`").none()
        }
        if type == .decimal, !Self.isExactDecimal(text) {
            return at(node.range, .numberOutOfRange)
                .error("the \(noun) of a `Decimal` can have at most 18 digits and no exponent").none()
        }
        let isWhole = !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        return .number(isWhole ? text + ".0" : text)
    }

    /// Whether Swift can express the number as a whole number and an exponent, without a conversion from `Double`.
    private static func isExactDecimal(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 | 0x20 != UInt8(ascii: "e") }
            && text.utf8.filter { $0 >= 0x30 && $0 <= 0x39 }.count <= 18
    }

    private func caseValue(_ node: YAMLNode, _ name: String, _ noun: String) -> Field.DefaultValue? {
        guard let cases = shapes.cases(of: name) else {
            return at(node.range, .invalidDefault)
                .error("the shape \(name.quotedForMessage) cannot have a default; an enumeration can").none()
        }
        guard let text = node.text else {
            return at(node.range, .wrongKind)
                .error("the \(noun) of `\(name)` must be one of its cases, not \(node.kind)").none()
        }
        if let found = cases[text] { return .enumerationCase(found) }
        guard !cases.isEmpty else { return nil }  // the enumeration's error was reported
        return at(node.range, .unknownCase).error("unknown case \(node.written) of `\(name)`")
            .suggest(text.closestMatch(among: Set(cases.values).sorted())).none()
    }
}

extension TypeReference.Scalar {
    /// The formats of the type; `nil` for types with only one form.
    fileprivate var formats: [Field.Format]? {
        switch self {
        case .date: Field.Format.ofDates
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .double, .float, .decimal:
            [.string]
        case .data: [.base64url]
        case .bool, .string, .url, .uuid, .file, .jsonValue: nil
        }
    }

    /// The values of an integer type, within the range of `Int`; `nil` for other types.
    fileprivate var integers: ClosedRange<Int>? {
        guard let (bits, isSigned) = integerBits else { return nil }
        if bits == 64 { return isSigned ? Int.min...Int.max : 0...Int.max }
        return isSigned ? -(1 << (bits - 1))...(1 << (bits - 1)) - 1 : 0...(1 << bits) - 1
    }
}
