import NetTaskSpec
import Testing

@testable import NetTaskImport

@Suite("Webhooks and callbacks")
struct WebhookTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /orders:
            post:
              operationId: addOrder
              callbacks:
                order.packed:
                  '{$request.body#/url}':
                    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
                told: {$ref: '#/components/callbacks/Told'}
        webhooks:
          order.paid:
            summary: The money is there.
            post:
              deprecated: true
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
              responses: {'204': {description: Heard}}
          stock-low:
            post: {requestBody: {content: {application/json: {schema: {type: object, properties: {left: {type: integer}}}}}}}
          stock_low: {post: {operationId: again}}
          form: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object}}}}}}
          signature: {$ref: '#/components/pathItems/Ping'}
        components:
          callbacks: {Told: {'http://a': {put: {requestBody: {content: {application/json: {schema: {type: string}}}}}}}}
          pathItems: {Ping: {post: {description: Nothing.}}}
          schemas: {Order: {type: object, properties: {id: {type: integer}}}, Webhook: {type: object, properties: {url: {type: string}}}}
        """

    private static let result = DocumentImporter.import(path: "shop.yaml", in: ["shop.yaml": Array(document.utf8)])

    @Test("become events of the client, each with its type")
    func events() {
        #expect(
            Self.result.files[0].text.contains(
                """

                webhooks:
                  swiftName: WebhookEvent
                  # The document does not state how webhooks are signed or where the name of an event is; see `hmac` and `name`.
                  events:
                    order.packed: Order
                    told: String
                    order.paid: {type: Order, description: The money is there., deprecated: true}
                    stock-low: StockLowEvent
                    stock_low: {type: none, swiftName: stockLow2}
                    form: none
                    signature: {type: none, swiftName: signatureValue, description: Nothing.}

                """
            ),
            "\(Self.result.files[0].text)"
        )
    }

    @Test("give a good spec")
    func spec() {
        #expect(Fixtures.problems(Self.result) == [])
        #expect(Self.result.diagnostics.map(\.description) == [])
    }

    @Test("list in the report the facts that documents lack")
    func report() {
        #expect(
            Self.result.report.text.contains(
                """

                Not in the document

                baseURL: the URL of the server; add `baseURL: https://…` to the spec that extends the import
                webhooks: how they are signed (default: Standard Webhooks; change it with `hmac`)

                """
            )
        )
        #expect(Self.result.report.carriedCount + Self.result.report.leftOutCount == Self.result.report.valueCount)
    }

    @Test("are left out with a filter of operations, except the callbacks of selected ones")
    func filter() {
        var options = DocumentImporter.Options()
        options.filter.paths = ["/orders"]
        let result = DocumentImporter.import(
            path: "shop.yaml",
            in: ["shop.yaml": Array(Self.document.utf8)],
            options: options
        )
        #expect(result.files[0].text.contains("order.packed"))
        #expect(!result.files[0].text.contains("order.paid"))
    }
}
