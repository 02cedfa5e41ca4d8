import Foundation
import NetTaskHTTP
package import NetTaskSpec

// Values as users write them on a command line.

extension ValueReader {
    /// Reads the value of a param.
    ///
    /// A `String`, a `Date`, an enumeration and other text is given as it is. For an enumeration, that is the value or the name
    /// of a case. All else is given as JSON, in the form on the wire. A list is given as JSON, or by its elements one by one. If the param may be null, `null` is sent as null.
    ///
    /// - Parameter texts: the given texts in order; at least one.
    /// - Throws: ``ValueError`` if they are not a valid value.
    package func value(ofTexts texts: [String], for field: Field) throws(ValueError) -> SpecValue {
        if field.isNullable, texts == ["null"] { return .null }
        if field.transform == nil, case .array(let element) = field.type.unwrapped,
            texts.count > 1 || !texts[0].hasPrefix("[")
        {
            var elements: [SpecValue] = []
            for text in texts { elements.append(try value(of: text, as: element, field)) }
            return .list(elements)
        }
        guard texts.count == 1 else {
            throw ValueError(name: field.name.written, reason: "it is given twice, but is not a list")
        }
        return try value(of: texts[0], as: field.type.unwrapped, field)
    }

    private func value(of given: String, as type: TypeReference, _ field: Field) throws(ValueError) -> SpecValue {
        let text = field.transform == nil ? valueOnWire(of: given, type) : given
        let json = Data(text.utf8)
        let quoted = Data(JSONValue.string(text).description.utf8)
        // The user's function cannot be called, so the result of `transform` is given instead.
        let takesText = field.transform != nil && type == .scalar(.string)
        let type = field.transform == nil ? type : .scalar(.jsonValue)
        var forms = !takesText && isJSON(type) ? [json, quoted] : [quoted, json]
        // Text that begins like JSON is always read as JSON.
        if !takesText, isJSON(type), let first = text.first, "{[\"".contains(first) { forms = [json] }
        let format = field.format?.valueFormat ?? .iso8601
        for form in forms where type != .scalar(.file) {
            if let value = try? value(of: form, as: type, format: format) { return value }
        }
        let reason = field.isSecret ? "it is not a valid \(type)" : problem(with: text, as: type, format)
        throw ValueError(name: field.name.written, reason: reason)
    }

    /// The value of the case with this name, unless the text is itself the value of a case.
    private func valueOnWire(of text: String, _ type: TypeReference) -> String {
        guard case .shape(let name) = type, case .enumeration(let cases)? = shapes[name]?.kind,
            !cases.contains(where: { $0.value.text == text })
        else { return text }
        return cases.first { $0.name.written == text || $0.name.swift == text }?.value.text ?? text
    }

    /// Whether values are given as JSON. This applies to any JSON, and to shapes except enumerations.
    private func isJSON(_ type: TypeReference) -> Bool {
        guard case .shape(let name) = type else { return type == .scalar(.jsonValue) }
        if case .enumeration? = shapes[name]?.kind { return false }
        return true
    }

    private func problem(with text: String, as type: TypeReference, _ format: ValueFormat) -> String {
        switch type {
        case .scalar(.file): return "a file is given as NAME@PATH"
        case .scalar(.date):
            let date = ParameterPacker.pathText(of: Date(timeIntervalSince1970: 1_764_140_400), format: format)
            let example = date.removingPercentEncoding ?? date
            return "\(text.quotedForMessage) is not a date of the format \(format), such as `\(example)`"
        case .scalar: return "\(text.quotedForMessage) is not a valid \(type)"
        case .shape(let name):
            if case .enumeration(let cases)? = shapes[name]?.kind {
                let values = cases.map(\.value.text)
                let hint = text.closestMatch(among: values).map { "; did you mean \($0.quotedForMessage)?" } ?? ""
                return "\(text.quotedForMessage) is not one of \(values.joined(separator: ", "))\(hint)"
            }
        case .array, .dictionary, .optional: break
        }
        do {
            _ = try value(of: Data(text.utf8), as: type, format: format)
            return "it is not a valid \(type)"
        } catch let error as ParseError {
            let place = error.path.isEmpty ? "" : "\(error.path): "
            return "it is not valid JSON for \(type): \(place)\(error.reason)"
        } catch {
            return "\(error)"
        }
    }
}

/// The given text is not a valid value of a param.
package struct ValueError: Error, Sendable {
    /// The name of the param in the spec.
    package let name: String
    package let reason: String
}
