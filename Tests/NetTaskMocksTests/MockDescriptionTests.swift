import NetTaskMocks
import Testing

@Suite struct MockDescriptionTests {
    @Test func readsTypesAndEndpoints() throws {
        // Given a description with a shape and an endpoint.
        let json = """
            {
              "client": "Shop",
              "baseURL": "https://shop.example/v1",
              "shapes": {
                "Order": {
                  "type": "object",
                  "properties": [{"name": "id", "type": {"type": "integer", "minimum": 1}, "required": true}]
                }
              },
              "endpoints": [
                {
                  "name": "GetOrder", "place": "shop.nettask.yaml:9:3", "method": "GET", "path": "orders/{id}",
                  "params": [{"name": "id", "in": "path", "type": {"type": "integer"}, "required": true}],
                  "replies": [{
                    "from": 200, "to": 299,
                    "body": {"mediaType": "application/json", "type": {"type": "shape", "shape": "Order"}}
                  }]
                }
              ]
            }
            """
        // When it is read.
        let description = try MockDescription(json: json)
        // Then its endpoint has its params and replies.
        let endpoint = try #require(description.endpoints.first)
        #expect(endpoint.name == "GetOrder")
        #expect(endpoint.params[0].location == .path)
        #expect(endpoint.replies[0].statuses == 200...299)
        guard case .object(let members, additional: nil)? = description.shapes["Order"] else {
            Issue.record("\(String(describing: description.shapes["Order"])) is not an object")
            return
        }
        #expect(members.map(\.name) == ["id"])
    }
}
