/// A spec of a shop: for each resource four shapes and three endpoints, which use the common keys of the language.
enum MadeUpSpec {
    static func text(resources: Int) -> String {
        head + (1...resources).map(shapes).joined() + "\nendpoints:\n" + (1...resources).map(endpoints).joined()
    }

    private static let head = """
        nettask: 1
        client: Shop
        baseURL: https://shop.example.com/v1
        access: public

        defaults:
          separator: hyphen
          timeout: 30s
          headers: {Accept-Language: en}
          retry: {maxRetryCount: 2, interval: 250ms, backoff: exponential, maxInterval: 1m}

        shapes:
          Problem: {fields: {code: Int, message: String?}}

        """

    private static func shapes(_ number: Int) -> String {
        """
          State\(number):
            description: Where an order is on its way.
            enum: [open, in-progress, done, sent-back]
          Owner\(number): {fields: {id: Int64, name: String, email: String?, isVerified: {type: Bool, default: false}}}
          Item\(number):
            description: What is ordered, and how much of it.
            fields:
              id: Int64
              createdAt: {type: Date, format: milliseconds}
              state: {type: State\(number), default: open}
              owner: Owner\(number)?
              price: {type: Decimal, default: 0.10}
              tags: {type: [String], default: []}
              byName: [String: Item\(number)]
              homepage: URL?
              userName: {type: String, wireName: UserName, description: "The name that is shown."}
          Page\(number):
            fields:
              items: {type: [Item\(number)], from: data.items}
              total: {type: Int, from: meta.total}

        """
    }

    private static func endpoints(_ number: Int) -> String {
        """
          ListItems\(number):
            description: Lists items, the newest first.
            uri: shops/{shop}/items\(number)
            params:
              shop: UUID
              page: {type: Int, default: 1}
              states: {type: [State\(number)], style: brackets}
              since: {type: Date?, format: http}
              text: String?
            response: Page\(number)
          CreateItem\(number):
            method: POST
            uri: shops/{shop}/items\(number)
            encoding: json
            priority: high
            params:
              shop: UUID
              item: Item\(number)
              dryRun: {type: Bool, default: false, in: query}
              token: {type: String, in: header, wireName: X-Token, secret: true}
            constants: {version: 2}
            response: Item\(number)
          ReplaceItems\(number):
            method: PUT
            uri: shops/{shop}/items\(number)/batch
            params: {shop: UUID}
            body: [Item\(number)]
            response: "[Item\(number)]?"

        """
    }
}
