import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("JSONValue, enumerations and alternatives: YAML, and the Swift that they become")
struct KindsOfShapesSnippetTests {
    @Test("JSONValue needs only the runtime's import")
    func jsonValue() throws {
        let text = try generate(
            spec(
                "shapes: {Event: {fields: {payload: JSONValue, extra: JSONValue?}}}\n"
                    + "endpoints: {G: {uri: a, response: Event}}"
            )
        )[0].text
        #expect(text.contains("swiftlint:disable all\n\nimport HTTPTypes\nimport NetTaskHTTP\n\n"))
        #expect(text.contains("        var payload: JSONValue\n        var extra: JSONValue?\n"))
        #expect(text.contains("init(payload: JSONValue, extra: JSONValue? = nil) {"))
        #expect(text.contains(#"self.payload = try object.read("payload")"#))
    }

    @Test("a closed discriminator throws for an unknown value")
    func closed() throws {
        let swift = try swift(
            for:
                "shapes: {A: {fields: {}}, B: {oneOf: [A], discriminator: t, closed: true}}\nendpoints: {G: {uri: a, response: B}}"
        )
        #expect(swift.contains("            default: throw object.error(unknown: value, of: \"B\")\n"))
        #expect(!swift.contains("JSONValue"))
    }
}
