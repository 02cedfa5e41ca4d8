/// Reads `format:`, which is for dates, and `style:`, which is for lists.
struct FormatReader {
    let diagnostics: DiagnosticCollector

    /// The format of the dates in a type, the usual one where none is given; nil where the type holds no dates.
    ///
    /// - Parameter type: nil if it could not be read, and then `format:` is not judged by it.
    func dateFormat(
        _ node: YAMLNode?,
        _ type: TypeReference?,
        usual: Field.DateFormat = .iso8601
    ) -> Field.DateFormat? {
        let values = ValueReader(diagnostics: diagnostics)
        let format = node.flatMap { values.choice($0, "format", of: Field.DateFormat.self) }
        guard let type else { return nil }
        guard type.innermost == .scalar(.date) else {
            if let node {
                diagnostics.error("`format` is for dates, and `\(type)` holds none", at: node.range)
            }
            return nil
        }
        return format ?? usual
    }

    /// How a list is written, `repeat` where nothing is said; nil for what is no list, but that a dictionary or shape can
    /// be written with brackets.
    func arrayStyle(_ node: YAMLNode?, _ type: TypeReference?, _ shapes: ShapeTable) -> Field.ArrayStyle? {
        let values = ValueReader(diagnostics: diagnostics)
        let style = node.flatMap { values.choice($0, "style", of: Field.ArrayStyle.self) }
        guard let type else { return nil }
        guard case .array(let element) = type.unwrapped else {
            guard let node else { return nil }
            if Self.isObject(type.unwrapped, shapes) {
                if style == .brackets || style == nil { return style }
                diagnostics.error("`\(type)` can only be written with `style: brackets`", at: node.range)
            } else {
                diagnostics.error(
                    "`style` is for lists, dictionaries and shapes, and `\(type)` is none",
                    at: node.range
                )
            }
            return nil
        }
        if let node, !ParamPlacement.isSingleValue(element, shapes) {
            diagnostics.error("`style` is for lists of single values, and `\(type)` is none", at: node.range)
        }
        return style ?? .repeat
    }

    /// Whether the type is a dictionary, or a shape with fields.
    private static func isObject(_ type: TypeReference, _ shapes: ShapeTable) -> Bool {
        switch type {
        case .dictionary: true
        case .shape: !ParamPlacement.isSingleValue(type, shapes)
        case .scalar, .array, .optional: false
        }
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
