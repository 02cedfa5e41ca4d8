import Testing

@testable import NetTaskGenerator

@Suite("Lists with numbers: YAML, and the Swift that it becomes")
struct NumberedSnippetTests {
    @Test("params and the fields of a request object say that they are written with numbers")
    func style() throws {
        let swift = try swift(
            for: """
                defaults: {separator: pascal}
                shapes:
                  Entry: {fields: {id: String, since: {type: [Date], format: unix}}}
                  Page: {fields: {entries: {type: "[Entry]?", style: numbered, wireName: Entries.member}}}
                endpoints:
                  Send:
                    method: POST
                    uri: /
                    requestObject: Page
                    params:
                      attributes: {type: "[String: String]", style: numbered, wireName: Attribute}
                      keys: {type: [String], style: numbered, secret: true}
                      days: {type: "[Date]?", style: numbered, format: date, in: query}
                    constants: {Action: SendMessageBatch}
                """
        )
        #expect(
            swift.contains(
                """
                            packer.add("Entries.member", page.entries, style: .numbered)
                            packer.add("Attribute", attributes, style: .numbered)
                            packer.add("Keys", packer.keepSecret(keys), style: .numbered)
                            packer.add("Days", days, format: .date, style: .numbered, in: .query)
                            packer.add("Action", "SendMessageBatch")

                """
            )
        )
        #expect(swift.contains("packer.add(\"Since\", since, format: .unix)\n"))
    }

    @Test("a unique param is compared without its style")
    func unique() throws {
        let swift = try swift(
            for: """
                endpoints:
                  Send: {method: POST, uri: a, params: {keys: {type: [Int], style: numbered}}, unique: [keys]}
                """
        )
        #expect(
            swift.contains(
                """
                        func packIdentity(into packer: inout ParameterPacker) {
                            packer.add("keys", keys)
                        }
                """
            )
        )
    }
}
