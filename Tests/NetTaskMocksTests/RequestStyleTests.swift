import Foundation
import NetTaskHTTP
import NetTaskMocks
import Testing

/// Nested values in queries and forms: what `nettask test` writes, a mock reads.
@Suite struct RequestStyleTests {
    private static let specs = ["brackets", "numbered"].map { style in
        """
        nettask: 1
        client: Shop
        baseURL: https://shop.example
        shapes:
          Item: {fields: {price: String, taxes: {type: "[Tax]?"}, tags: {type: [String], default: []}}}
          Tax: {fields: {rate: Double}}
          Nothing: {enum: {nothing: ""}, closed: true}
          Items: {oneOf: {items: "[Item]", nothing: Nothing}}
        endpoints:
          Find:
            uri: find
            params:
              items: {type: [Item], style: \(style), wireName: Items.member}
              labels: {type: "[String: Tax]", style: \(style)}
              rows: {type: "[[Int]]?", style: \(style)}
          Send:
            method: POST
            encoding: form
            uri: send
            params:
              items: {type: [Item], style: \(style)}
              labels: {type: "[String: String]", style: \(style)}
              more: {type: Items?, style: \(style)}
        """
    }

    @Test(arguments: specs, ["Find", "Send"])
    func madeRequestIsValid(spec: String, name: String) throws {
        let description = try description(spec)
        let mock = MockAPI(description)
        let endpoint = try #require(description.endpoints.first { $0.name == name })
        for seed in 0..<10 as Range<UInt64> {
            let maker = MockRequestMaker(description, seed: seed)
            for values in maker.values(for: endpoint) {
                let request = maker.request(values, to: endpoint)
                let answer = mock.answer(request)
                #expect(
                    answer.status == 204,
                    "\(request.target) \(String(decoding: request.body, as: UTF8.self)) \(answer.note)"
                )
                #expect(!answer.note.contains("not in the spec"))
            }
        }
    }

    @Test func readsTheNamesOfNumberedValues() throws {
        let mock = try mock(Self.specs[1])
        let query = "Items.member.1.price=5&Items.member.1.tags.1=a&labels.1.Name=k&labels.1.Value.rate=x"
        #expect(mock.get("/find?\(query)").note.contains("`labels.k.rate` (query) is \"x\""))
    }
}
