import Testing

@testable import NetTaskGenerator

@Suite("Shapes in queries and forms: YAML, and the Swift that it becomes")
struct BracketsSnippetTests {
    @Test("a list of shapes, and a list of alternatives")
    func choices() throws {
        let swift = try swift(
            for: """
                shapes:
                  Item: {fields: {price: String}}
                  Nothing: {enum: {nothing: ""}, closed: true}
                  Items: {oneOf: {items: "[Item]", nothing: Nothing}}
                  Trial: {oneOf: [Int, Nothing]}
                endpoints:
                  Order:
                    method: POST
                    uri: "a/{trial}"
                    params:
                      trial: Trial
                      items: {type: [Item], style: brackets}
                      more: {type: Items?, style: brackets}
                      ends: Trial?
                """
        )
        #expect(
            swift.contains(
                """
                            packer.add("items", items, style: .brackets)
                            packer.add("more", more, style: .brackets)
                            packer.add("ends", ends)

                """
            )
        )
        #expect(swift.contains("a/\\(PathSegment(trial))"))
        #expect(swift.contains("enum Items: ParameterValue, Sendable {"))
    }
}
