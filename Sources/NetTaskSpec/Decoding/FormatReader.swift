/// Reads `format:`, which is for dates, numbers and `Data`, and `style:`, which is for lists.
struct FormatReader {
    let diagnostics: DiagnosticCollector

    /// The format of the values in a type: of dates the usual one where none is given, and of others nil.
    ///
    /// - Parameter type: nil if it could not be read, and then `format:` is not judged by it.
    func format(
        _ node: YAMLNode?,
        _ type: TypeReference?,
        usual: Field.Format = .iso8601
    ) -> Field.Format? {
        let values = ValueReader(diagnostics: diagnostics)
        guard let type, case .scalar(let scalar) = type.innermost, let formats = Self.formats(of: scalar) else {
            let format = node.flatMap { values.choice($0, "format", of: Field.Format.self) }
            if let node, let type, format != nil {
                let message = "`format` is for dates, numbers and `Data`, and `\(type)` holds none of them"
                diagnostics.error(message, at: node.range)
            }
            return nil
        }
        let usual: Field.Format? = scalar == .date ? usual : nil
        guard let node else { return usual }
        guard case .scalar(let written) = node.content,
            let format = formats.first(where: { $0.rawValue == written.text })
        else {
            refuse(node, type, formats.map(\.rawValue))
            return usual
        }
        return format
    }

    private func refuse(_ node: YAMLNode, _ type: TypeReference, _ formats: [String]) {
        let words = formats.map { "`\($0)`" }
        let choice =
            words.count == 1 ? words[0] : words.dropLast().joined(separator: ", ") + " or \(words[words.count - 1])"
        let written = ValueReader(diagnostics: diagnostics).written(node)
        var suggestion: String?
        if case .scalar(let scalar) = node.content {
            suggestion = scalar.text.closestMatch(among: formats)
            // There are two of these.
            if suggestion == nil, scalar.text.lowercased().hasPrefix("iso") { suggestion = formats.first }
        }
        let usual = "without a `format`, `Data` is base64 with padding"
        diagnostics.error(
            "the `format` of `\(type)` must be \(choice), not \(written)",
            at: node.range,
            notes: type.innermost == .scalar(.data) ? [.init(usual, at: node.range)] : [],
            suggestion: suggestion
        )
    }

    /// nil for types that have one form only.
    private static func formats(of scalar: TypeReference.Scalar) -> [Field.Format]? {
        switch scalar {
        case .date: Field.Format.ofDates
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .double, .float, .decimal:
            [.string]
        case .data: [.base64url]
        case .bool, .string, .url, .uuid, .file, .jsonValue: nil
        }
    }

    /// How a list is written, `repeat` where nothing is said; nil for what is no list, but that a dictionary or shape can
    /// be written with brackets or numbers.
    func arrayStyle(_ node: YAMLNode?, _ type: TypeReference?, _ shapes: ShapeTable) -> Field.ArrayStyle? {
        let values = ValueReader(diagnostics: diagnostics)
        let style = node.flatMap { values.choice($0, "style", of: Field.ArrayStyle.self) }
        guard let type else { return nil }
        guard case .array(let element) = type.unwrapped else {
            guard let node else { return nil }
            if ParamPlacement.isObject(type.unwrapped, shapes) {
                if style == .brackets || style == .numbered || style == nil { return style }
                diagnostics.error("`\(type)` can only be written with `style: brackets` or `numbered`", at: node.range)
            } else {
                diagnostics.error(
                    "`style` is for lists, dictionaries and shapes, and `\(type)` is none",
                    at: node.range
                )
            }
            return nil
        }
        let takesAny = style == .numbered && element.innermost != .scalar(.file)
        if let node, let style, !takesAny, !ParamPlacement.isSingleValue(element, shapes) {
            diagnostics.error(
                "`style: \(style.rawValue)` is for lists of single values, and `\(type)` is none",
                at: node.range
            )
        }
        return style ?? .repeat
    }
}

extension TypeReference {
    /// The type inside all optionals, lists and dictionaries.
    var innermost: TypeReference {
        switch self {
        case .scalar, .shape: self
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.innermost
        }
    }
}
