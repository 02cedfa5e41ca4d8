/// An OpenAPI document with alternatives of some kind at some place, made at random, and values of each alternative.
struct RandomDocument {
    /// What tells the alternatives apart.
    enum Tag: CaseIterable {
        case none, const, optionalConst, constWithDefault, severalValues, optionalValues, integer, severalIntegers,
            titled
        case narrowed, mapped, named
    }

    /// Where the alternatives stand.
    enum Place: CaseIterable {
        case root, field, items, besideProperties, partOfAllOf, nested, extended
    }

    struct Example {
        var json: String
        /// A member that the alternative has, and no other one.
        var mark: String
    }

    let client: String
    private(set) var text = ""
    private(set) var examples: [Example] = []

    private let tag: Tag
    private let place: Place
    private var random: Random
    private let keyword: String
    private let isReferred: Bool
    private let isMarkRequired: Bool
    private let count: Int

    init(_ tag: Tag, _ place: Place, seed: UInt64) {
        self.tag = tag
        self.place = place
        client = "D\(seed)"
        random = Random(state: seed)
        keyword = ["oneOf", "anyOf"][random.below(2)]
        isMarkRequired = random.below(2) == 0
        // What has no tag is joined, where it is described in place.
        let isAtRandom = random.below(2) == 0
        isReferred = isAtRandom || [.none, .mapped, .named].contains(tag) || place == .extended
        count = 2 + random.below(3)
        text = document
        examples = (0..<count).flatMap { index in values(index).map { example(index, tag: $0) } }
    }

    // MARK: Alternatives

    private static let names = ["Alpha", "Beta", "Gamma", "Delta"]

    private func mark(_ index: Int) -> String { "mark\(index)" }

    /// The values of the tag that mean an alternative, as JSON; nil where there is no tag.
    private func values(_ index: Int) -> [String?] {
        switch tag {
        case .none: [nil]
        case .const, .optionalConst, .constWithDefault, .titled, .mapped: ["\"value-\(index)\""]
        case .named: ["\"\(Self.names[index])\""]
        case .severalValues, .optionalValues: ["\"a\(index)\"", "\"b\(index)\""]
        case .integer, .narrowed: ["\(index)"]
        case .severalIntegers: ["\(index)", "\(index + 10)"]
        }
    }

    private func tagSchema(_ index: Int) -> String? {
        let values = values(index).compactMap { $0 }
        let list = "[" + values.joined(separator: ", ") + "]"
        switch tag {
        case .none: return nil
        case .const, .optionalConst: return #"{"type": "string", "const": \#(values[0])}"#
        case .constWithDefault: return #"{"const": \#(values[0]), "default": \#(values[0])}"#
        case .severalValues, .optionalValues: return #"{"type": "string", "enum": \#(list)}"#
        case .integer, .severalIntegers: return #"{"type": "integer", "enum": \#(list)}"#
        case .titled: return #"{"oneOf": [{"title": "Value \#(index)", "const": \#(values[0])}]}"#
        case .narrowed: return #"{"enum": \#(list), "allOf": [\#(reference("Kind"))]}"#
        case .mapped, .named: return #"{"type": "string"}"#
        }
    }

    private var isTagRequired: Bool {
        ![.none, .optionalConst, .constWithDefault, .optionalValues].contains(tag)
    }

    /// An object with the mark of the alternative.
    private func object(_ index: Int, isExtension: Bool = false) -> String {
        let tag = isExtension ? nil : tagSchema(index)
        let properties =
            (tag.map { [#""tag": \#($0)"#] } ?? [])
            + [#""\#(mark(index))": {"type": "string"}"#, #""note": {"type": "string"}"#]
        let required = (isTagRequired && tag != nil ? ["\"tag\""] : []) + (isMarkRequired ? ["\"\(mark(index))\""] : [])
        let demand = required.isEmpty ? "" : #""required": [\#(required.joined(separator: ", "))], "#
        return #"{"type": "object", \#(demand)"properties": {\#(properties.joined(separator: ", "))}}"#
    }

    // MARK: The document

    private var discriminator: String {
        guard [.mapped, .named].contains(tag) || place == .extended else { return "" }
        let mapping = (0..<count).flatMap { index in
            values(index).compactMap { $0 }.map { value in
                let key = value.hasPrefix("\"") ? value : "\"\(value)\""
                return "\(key): \"#/components/schemas/\(Self.names[index])\""
            }
        }
        let written = tag == .named ? "" : #", "mapping": {\#(mapping.joined(separator: ", "))}"#
        return #", "discriminator": {"propertyName": "tag"\#(written)}"#
    }

    private var document: String {
        var schemas: [(String, String)] = []
        let elements = (0..<count).map { index in
            isReferred ? reference(Self.names[index]) : object(index)
        }
        var union = #""\#(keyword)": [\#(elements.joined(separator: ", "))]\#(discriminator)"#
        if isReferred {
            schemas += (0..<count).map { index in
                let own = object(index, isExtension: place == .extended)
                return (Self.names[index], place == .extended ? #"{"allOf": [\#(reference("Base")), \#(own)]}"# : own)
            }
        }
        if tag == .narrowed {
            let kinds = (0..<count).map { #"{"title": "KIND \#($0)", "const": \#($0)}"# }
            schemas.append(("Kind", #"{"type": "integer", "oneOf": [\#(kinds.joined(separator: ", "))]}"#))
        }
        let reply: String
        switch place {
        case .root: reply = "{\(union)}"
        case .field: reply = #"{"type": "object", "properties": {"value": {\#(union)}}}"#
        case .items: reply = #"{"type": "array", "items": {\#(union)}}"#
        case .besideProperties:
            reply = #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}, \#(union)}"#
        case .partOfAllOf:
            schemas.append(("Union", "{\(union)}"))
            let id = #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}"#
            reply = #"{"allOf": [\#(reference("Union")), \#(id)]}"#
        case .nested:
            schemas.append(("Union", "{\(union)}"))
            reply = #"{"oneOf": [\#(reference("Union")), \#(last)]}"#
        case .extended:
            union = ""
            let properties =
                #"{"tag": {"type": "\#(isOfIntegers ? "integer" : "string")"}, "base": {"type": "string"}}"#
            schemas.append(
                ("Base", #"{"type": "object", "required": ["tag"], "properties": \#(properties)\#(discriminator)}"#)
            )
            reply = reference("Base")
        }
        let components = schemas.map { "\"\($0)\": \($1)" }.joined(separator: ",\n    ")
        return """
            {"openapi": "3.1.0", "info": {"title": "\(client)", "version": "1"},
             "paths": {"/x": {"get": {"operationId": "get", "responses": {"200": {"description": "ok",
               "content": {"application/json": {"schema": \(reply)}}}}}}},
             "components": {"schemas": {
                \(components)
             }}}
            """
    }

    /// Another alternative, beside the nested ones.
    private var last: String {
        #"{"type": "object", "required": ["tag", "last"], "properties": {"tag": {"type": "\#(isOfIntegers ? "integer" : "string")", "enum": [\#(isOfIntegers ? "99" : "\"last\"")]}, "last": {"type": "string"}}}"#
    }

    private var isOfIntegers: Bool { [.integer, .severalIntegers, .narrowed].contains(tag) }

    private func reference(_ name: String) -> String { ##"{"$ref": "#/components/schemas/\##(name)"}"## }

    // MARK: Values

    private mutating func example(_ index: Int, tag: String?) -> Example {
        var members = [#""\#(mark(index))": "m""#]
        if let tag { members.append(#""tag": \#(tag)"#) }
        if random.below(2) == 0 { members.append(#""note": "n""#) }
        if random.below(3) == 0 { members.append(#""more": [1, {}]"#) }
        if [.besideProperties, .partOfAllOf].contains(place) { members.append(#""id": "i""#) }
        members.shuffle(using: &random)
        let object = "{" + members.joined(separator: ", ") + "}"
        let json =
            switch place {
            case .field: #"{"value": \#(object)}"#
            case .items: "[\(object)]"
            default: object
            }
        return Example(json: json, mark: mark(index))
    }

    /// SplitMix64.
    struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    }
}
