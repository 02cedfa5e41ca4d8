/// An OpenAPI document of a shop: for each resource five schemas and three operations, of the kinds that are common.
enum MadeUpDocument {
    static func text(resources: Int) -> String {
        head + (1...resources).map(paths).joined() + "components:\n  schemas:\n" + problem
            + (1...resources).map(schemas).joined()
    }

    private static let head = """
        openapi: 3.0.3
        info: {title: Shop, description: An API that was made up to be measured., version: 1.0.0}
        servers:
          - {url: https://shop.example.com/v1}
        paths:

        """

    private static let problem = """
            Problem: {type: object, required: [code], properties: {code: {type: integer}, message: {type: string}}}

        """

    private static func paths(_ number: Int) -> String {
        """
          /shops/{shop}/items\(number):
            parameters:
              - {name: shop, in: path, required: true, schema: {type: string, format: uuid}}
            get:
              operationId: listItems\(number)
              summary: Lists items, the newest first.
              parameters:
                - {name: page, in: query, schema: {type: integer, default: 1}}
                - {name: states, in: query, schema: {type: array, items: {$ref: '#/components/schemas/State\(number)'}}}
                - {name: since, in: query, description: The day of the oldest., schema: {type: string, format: date}}
              responses:
                "200":
                  description: A page of items.
                  content:
                    application/json: {schema: {$ref: '#/components/schemas/Page\(number)'}}
                "404":
                  description: There is no such shop.
                  content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}
            post:
              operationId: createItem\(number)
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: '#/components/schemas/Item\(number)'}}}
              responses:
                "201":
                  description: The item, with its id.
                  content: {application/json: {schema: {$ref: '#/components/schemas/Item\(number)'}}}
          /shops/{shop}/items\(number)/{id}:
            delete:
              operationId: removeItem\(number)
              parameters:
                - {name: shop, in: path, required: true, schema: {type: string, format: uuid}}
                - {name: id, in: path, required: true, schema: {type: integer, format: int64}}
              responses:
                "204": {description: It is gone.}

        """
    }

    private static func schemas(_ number: Int) -> String {
        """
            State\(number): {type: string, description: Where an order is., enum: [open, in-progress, done, sent-back]}
            Owner\(number):
              type: object
              required: [id, name]
              properties:
                id: {type: integer, format: int64}
                name: {type: string, description: The name that is shown.}
                email: {type: string, nullable: true}
            Payment\(number):
              oneOf:
                - {type: object, required: [iban], properties: {iban: {type: string}}}
                - {type: object, required: [card_number], properties: {card_number: {type: string}}}
            Item\(number):
              allOf:
                - {$ref: '#/components/schemas/Owner\(number)'}
                - type: object
                  required: [created_at, state]
                  properties:
                    created_at: {type: string, format: date-time}
                    state: {$ref: '#/components/schemas/State\(number)'}
                    payment: {$ref: '#/components/schemas/Payment\(number)'}
                    price: {type: number, minimum: 0}
                    tags: {type: array, items: {type: string}, default: []}
                    labels: {type: object, additionalProperties: {type: string}}
                    size:
                      type: object
                      properties: {width: {type: integer}, height: {type: integer}}
            Page\(number):
              type: object
              required: [items]
              properties:
                items: {type: array, items: {$ref: '#/components/schemas/Item\(number)'}}
                total: {type: integer}

        """
    }
}
