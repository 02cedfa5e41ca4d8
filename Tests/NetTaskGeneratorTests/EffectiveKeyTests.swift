import NetTaskSpec
import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// A key that a field, a param or a header of a reply can have, in one place: with it, the Swift is another one, or the spec is
/// refused. Nothing is taken and then does nothing.
struct KeyInPlace: CustomStringConvertible, Sendable {
    enum Place: String, CaseIterable {
        case field, sentField, readField, replyField, param, replyHeader
    }

    var key: String
    var place: Place
    /// What the key needs to mean something.
    private var type: String
    private var entry: String
    private var endpoint: String

    init(_ key: String, _ place: Place) {
        self.key = key
        self.place = place
        (type, entry) =
            switch key {
            case "optional": ("String, default: x", "optional: true")
            case "wireName": ("Int?", "wireName: X")
            case "format": ("Date?", "format: unix")
            case "style": ("[String], optional: true", "style: comma")
            case "default": ("Int?", "default: 3")
            case "transform": ("Int?", "transform: Own.f")
            case "secret", "ignored", "deprecated", "nullable": ("Int?", "\(key): true")
            case "from": ("Int?", "from: a.b")
            case "only": ("Int?", "only: \(place == .sentField ? "response" : "request")")
            case "in": ("Int?", "in: header")
            case "was": ("Int?", "was: old")
            case "inline": (place == .sentField || place == .readField ? "Part?" : "Part", "inline: true")
            case "swiftName", "description": ("Int?", "\(key): other")
            case "example": ("Int?", "example: 3")
            case "minLength", "maxLength": ("String?", "\(key): 3")
            case "pattern": ("String?", "pattern: a")
            case "minItems", "maxItems": ("[Int], optional: true", "\(key): 3")
            case "uniqueItems": ("[Int], optional: true", "uniqueItems: true")
            case "minProperties", "maxProperties": ("'[String: Int]?', style: brackets", "\(key): 3")
            case _ where Self.isConstraint(key): ("Int?", "\(key): 3")
            default: ("Int", "\(key): unknown")
            }
        // What is null can be said in JSON only, a style elsewhere only, and former names are of what is stored.
        if Self.isConstraint(key) {
            endpoint = "encoding: form, validate: true"
            return
        }
        endpoint = key == "nullable" ? "encoding: json" : key == "was" ? "durable: true" : "encoding: form"
    }

    private static func isConstraint(_ key: String) -> Bool { Constraints.Kind(rawValue: key) != nil }

    var description: String { "\(place).\(key)" }

    /// The keys of the table that belongs to the place.
    static let all = Place.allCases.flatMap { place in
        let rule =
            switch place {
            case .field, .sentField, .readField, .replyField: SpecLanguage.field
            case .param: SpecLanguage.param
            case .replyHeader: SpecLanguage.responseHeader
            }
        // The constraints of values that are only read are documentation.
        let isRead = place == .readField || place == .replyField
        return rule.usableNames.filter { $0 != "type" && !(isRead && isConstraint($0)) }.map { KeyInPlace($0, place) }
    }

    /// - Parameter hasKey: Whether it is there.
    func spec(hasKey: Bool) -> String {
        var keys = ["type: \(type)"]
        if place == .sentField { keys.append("only: request") }
        if place == .readField { keys.append("only: response") }
        if hasKey { keys = keys.filter { key != "only" || !$0.hasPrefix("only") } + [entry] }
        let field = "{someValue: {\(keys.joined(separator: ", "))}}"
        let part = "Part: {fields: {a: Int?}}"
        // What is inline is sent with its shape only.
        let sent = key == "inline" ? "body: S" : "requestObject: S, \(endpoint)"
        let text =
            switch place {
            case .field, .sentField, .readField:
                "shapes: {\(part), S: {fields: \(field)}}\nendpoints:\n  Put: {method: PUT, uri: a, \(sent)}\n"
                    + "  Get: {uri: a, response: S}\n"
            case .replyField: "shapes: {\(part)}\nendpoints: {Get: {uri: a, response: {fields: \(field)}}}"
            case .param: "endpoints: {Put: {method: PUT, uri: a, params: \(field), \(endpoint)}}"
            case .replyHeader: "endpoints: {Get: {uri: a, response: {type: Int, headers: \(field)}}}"
            }
        // Examples become Swift where the spec asks for it.
        return NetTaskGeneratorTests.spec((key == "example" ? "examples: true\n" : "") + text)
    }
}

@Suite("Each key of a field, a param and a header")
struct EffectiveKeyTests {
    @Test("changes the Swift, or is rejected", arguments: KeyInPlace.all)
    func effective(_ key: KeyInPlace) throws {
        // given
        let without = try generate(key.spec(hasKey: false))
        let result = SpecReader.read(sources: [.init(path: "api.nettask.yaml", text: key.spec(hasKey: true))])
        if !result.diagnostics.isEmpty {
            #expect(Self.refused.contains(key.description), "\(result.diagnostics)")
            return
        }

        // when
        let with = try Generator(options: .init()).files(for: result.specs)

        // then
        #expect(with != without)
        #expect(!Self.refused.contains(key.description))
    }

    /// A shape that is sent has no `from`, one that is read no `transform`, and what goes one way only has no key of the other.
    private static let refused: Set = [
        "field.transform", "field.from", "sentField.ignored", "sentField.from", "readField.style", "readField.ignored",
        "readField.transform", "replyField.ignored", "replyField.style", "replyField.transform", "replyField.was",
        "replyField.only", "replyField.example", "sentField.inline", "readField.inline", "replyField.inline",
    ]
}
