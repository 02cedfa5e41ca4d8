import Testing

@testable import NetTaskGenerator

@Suite("Shapes in queries and forms: YAML, and the Swift that it becomes")
struct BracketsSnippetTests {
    @Test("params and the fields of a request object say that they are written with brackets")
    func style() throws {
        let swift = try swift(
            for: """
                shapes:
                  Filter: {fields: {status: String, tags: [String]}}
                  Page: {fields: {number: Int, filter: {type: Filter, style: brackets}}}
                endpoints:
                  Find: {uri: a, requestObject: Page, params: {labels: {type: "[String: Int]?", style: brackets}}}
                """
        )
        #expect(
            swift.contains(
                """
                            packer.add("number", page.number)
                            packer.add("filter", page.filter, style: .brackets)
                            packer.add("labels", labels, style: .brackets)

                """
            )
        )
        #expect(swift.contains("struct Filter: ParameterPackable, Sendable {"))
    }
}
