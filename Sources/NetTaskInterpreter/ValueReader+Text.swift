import Foundation
import NetTaskHTTP
package import NetTaskSpec

// Values as people write them on a command line.

extension ValueReader {
    /// Reads what is given for a param: text where its type is text, such as a `String`, a `Date` or an enumeration, and JSON
    /// for all else, as it is on the wire. A list takes JSON, or its elements one by one. `null` is sent as such where the
    /// param may be null.
    ///
    /// - Parameter texts: What is given, in order; at least one.
    /// - Throws: ``ValueError`` if it is no such value.
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
            throw ValueError(name: field.name.written, reason: "it is given twice, and is no list")
        }
        return try value(of: texts[0], as: field.type.unwrapped, field)
    }

    private func value(of text: String, as type: TypeReference, _ field: Field) throws(ValueError) -> SpecValue {
        let json = Data(text.utf8)
        let quoted = Data(JSONValue.string(text).description.utf8)
        // What a function of the user's would make of a value is given in its place.
        let takesText = field.transform != nil && type == .scalar(.string)
        let type = field.transform == nil ? type : .scalar(.jsonValue)
        var forms = !takesText && isJSON(type) ? [json, quoted] : [quoted, json]
        // What begins as JSON does is no text that happens to do so.
        if !takesText, isJSON(type), let first = text.first, "{[\"".contains(first) { forms = [json] }
        let format = field.format?.valueFormat ?? .iso8601
        for form in forms where type != .scalar(.file) {
            if let value = try? value(of: form, as: type, format: format) { return value }
        }
        let reason = field.isSecret ? "it is no \(type)" : problem(with: text, as: type, format)
        throw ValueError(name: field.name.written, reason: reason)
    }

    /// Whether values are given as JSON: of shapes that are no enumerations, and of any JSON.
    private func isJSON(_ type: TypeReference) -> Bool {
        guard case .shape(let name) = type else { return type == .scalar(.jsonValue) }
        if case .enumeration? = shapes[name]?.kind { return false }
        return true
    }

    private func problem(with text: String, as type: TypeReference, _ format: ValueFormat) -> String {
        switch type {
        case .scalar(.file): return "a file is given as NAME@PATH"
        case .scalar(.date): return "\(text.quotedForMessage) is no date of the format \(format)"
        case .scalar: return "\(text.quotedForMessage) is no \(type)"
        case .shape(let name):
            if case .enumeration(let cases)? = shapes[name]?.kind {
                let values = cases.map(\.value.text)
                let hint = text.closestMatch(among: values).map { "; did you mean \($0.quotedForMessage)?" } ?? ""
                return "\(text.quotedForMessage) is none of \(values.joined(separator: ", "))\(hint)"
            }
        case .array, .dictionary, .optional: break
        }
        do {
            _ = try value(of: Data(text.utf8), as: type, format: format)
            return "it is no \(type)"
        } catch let error as ParseError {
            let place = error.path.isEmpty ? "" : "\(error.path): "
            return "it is no JSON of \(type): \(place)\(error.reason)"
        } catch {
            return "\(error)"
        }
    }
}

/// What is given for a param is no value of its type.
package struct ValueError: Error, Sendable {
    /// Of the param, as the spec writes it.
    package let name: String
    package let reason: String
}
