/// A body of one media type, among others that a request or a reply may have instead.
package struct BodyContent: Sendable, Equatable {
    /// The media type, as the spec writes it.
    package var mediaType: String
    /// The name of its case in the task's `Body` or `Response`.
    package var name: Name
    package var type: TypeReference
    @Source package var typePlace = SourceRange.none

    package init(mediaType: String, name: Name, type: TypeReference) {
        self.mediaType = mediaType
        self.name = name
        self.type = type
    }
}

extension BodyContent {
    /// Bodies of these media types. Each case has the name of its media type: `json`, `form`, `multipart`, `text`, `binary`,
    /// or that of the subtype. If a preceding case has this name, or if it is reserved, both parts are the name, and then a
    /// number is added.
    package static func list(_ contents: [(mediaType: String, type: TypeReference)]) -> [BodyContent] {
        var taken: Set<String> = []
        // The cases of `Optional` would hide these.
        let reserved = ReservedNames.cases.union(["none", "some"])
        return contents.map { mediaType, type in
            let kind = MediaKind(mediaType)
            let long = CamelCase.lowerCamel(kind.essence) ?? kind.caseName
            var name = reserved.contains(kind.caseName) ? long : kind.caseName
            var number = 1
            while !taken.insert(name).inserted {
                name = number == 1 ? long : "\(long)\(number)"
                number += 1
            }
            return BodyContent(mediaType: mediaType, name: Name(mediaType, swift: name), type: type)
        }
    }
}

extension Endpoint {
    /// The shape of the task's `Body`, which is generated inside the task; `nil` if there is only one type.
    package var bodyShape: Shape? {
        guard !bodies.isEmpty, let name = body?.unwrapped.shape else { return nil }
        let cases = bodies.map { content in
            var alternative = Alternative(name: content.name, type: content.type)
            alternative.typePlace = content.typePlace
            return alternative
        }
        let kind = Shape.Kind.alternatives(Alternatives(cases: cases))
        return Shape(name: Name(name, swift: "Body", place: self.name.place), kind: kind)
    }

    /// Makes the body one of these. Its type has a name that no written shape can have.
    package mutating func setBodies(_ contents: [BodyContent], isOptional: Bool) {
        // Names of written shapes have no dots.
        let type = TypeReference.shape("\(qualifiedName).Body")
        body = isOptional ? .optional(type) : type
        bodies = contents
    }

    /// The types that the body can have.
    package var bodyTypes: [TypeReference] { bodies.isEmpty ? [body].compactMap { $0 } : bodies.map(\.type) }

    /// All forms of the body, with their media types: the alternatives, or the only one.
    package var bodyForms: [BodyContent] {
        guard bodies.isEmpty, let body else { return bodies }
        return [BodyContent(mediaType: contentType ?? "", name: Name("body"), type: body.unwrapped)]
    }
}

extension TypeReference {
    /// Whether it is the `Body` of a task.
    package var isBodyOfTask: Bool { if case .shape(let name) = self { name.utf8.contains(0x2E) } else { false } }
}

extension Spec {
    /// The shapes, by written name, including those of bodies with several media types.
    package var shapesByName: [String: Shape] {
        let all = shapes + endpoints.compactMap(\.bodyShape)
        return Dictionary(all.map { ($0.name.written, $0) }) { first, _ in first }
    }
}

extension BodyContent {
    /// The encoding of a body that consists of the fields of a shape; `nil` for JSON, text, bytes and files.
    package var formEncoding: Endpoint.Encoding? {
        guard case .shape = type.unwrapped else { return nil }
        return MediaKind(mediaType).formEncoding
    }
}

/// The part of a media type that determines the form of the body.
package struct MediaKind: Sendable {
    /// The type without parameters, in lowercase: `application/json`.
    package let essence: String

    package init(_ mediaType: String) {
        essence = String(mediaType.prefix { $0 != ";" }).lowercased().filter { $0 != " " }
    }

    private var subtype: Substring {
        essence[essence.index(after: essence.firstIndex(of: "/") ?? essence.startIndex)...]
    }

    /// Whether it is JSON: `application/json`, or a type with the suffix `+json`.
    package var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }

    package var isText: Bool { essence.hasPrefix("text/") }

    package var formEncoding: Endpoint.Encoding? {
        switch essence {
        case "application/x-www-form-urlencoded": .form
        case "multipart/form-data": .multipart
        default: nil
        }
    }

    /// The name of a case: `json`, `form`, `multipart`, `text`, `binary`, or the subtype without `x-`, `vnd.` and its suffix.
    package var caseName: String {
        switch essence {
        case "application/json": "json"
        case "application/octet-stream": "binary"
        case "text/plain": "text"
        case _ where formEncoding != nil: formEncoding?.rawValue ?? ""
        case "*/*": "any"
        default: CamelCase.lowerCamel(shortName) ?? CamelCase.lowerCamel(essence) ?? "other"
        }
    }

    private var shortName: String {
        if subtype == "*" { return String(essence.prefix { $0 != "/" }) }
        var name = subtype.prefix { $0 != "+" }
        for prefix in ["x-", "vnd."] where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
        return String(name)
    }
}
