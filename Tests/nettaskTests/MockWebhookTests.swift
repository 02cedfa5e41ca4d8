#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskWebhooks
    import Testing

    @Suite("nettask mock --webhook-url", .serialized)
    struct MockWebhookTests {
        private let tool = Tool()
        private let secret = "whsec_c2VjcmV0IG9mIHRoZSBtb2Nr"

        @Test("sends the event of a created thing, signed as in Standard Webhooks")
        func created() throws {
            // given
            let receiver = try CallReceiver()

            // when
            let (call, lines) = try mocking(receiver, webhooks, lineCount: 2) { port in
                let client = try RawClient(port: port)
                try client.send("POST /v1/orders", #"{"item":"book"}"#)
                _ = client.reply()
                return try receiver.call(answering: 204)
            }

            // then
            try WebhookVerifier(secrets: [secret]).verify(call.body, headers: call.headers)
            #expect(call.text == #"{"data":{"id":6,"item":"book"},"type":"order.created"}"#)
            #expect(lines.contains { $0.contains("\(receiver.url) 204") && $0.contains("order.created") }, "\(lines)")
        }

        @Test("sends an event that a request asks for, with its members, and a second time if it is not accepted")
        func requested() throws {
            // given
            let receiver = try CallReceiver()
            let hmac = """

                  name: {header: X-Event}
                  hmac: {header: X-Signature, prefix: "v1=", payload: "{timestamp}.{body}", timestamp: t, algorithm: sha512}
                """

            // when
            let (calls, _) = try mocking(receiver, webhooks + hmac) { port in
                let client = try RawClient(port: port)
                try client.send("POST /__nettask/webhooks/order.paid", #"{"item":"map"}"#)
                return [try receiver.call(answering: 500), try receiver.call(answering: 200)]
            }

            // then
            let signature = WebhookSignature.hmac(
                header: "X-Signature",
                algorithm: .sha512,
                payload: "{timestamp}.{body}",
                prefix: "v1=",
                timestamp: .field("t")
            )
            for call in calls {
                try WebhookVerifier(signature, secrets: [secret]).verify(call.body, headers: call.headers)
                #expect(call.text.contains(#""item":"map""#))
                #expect(HTTPField.Name("X-Event").flatMap { call.headers[$0] } == "order.paid")
            }
        }

        @Test("names the events if there is no such event")
        func unknown() throws {
            let receiver = try CallReceiver()
            let (reply, _) = try mocking(receiver, webhooks) { port in
                let client = try RawClient(port: port)
                try client.send("POST /__nettask/webhooks/order.lost")
                return client.reply()
            }
            #expect(reply.hasPrefix("HTTP/1.1 404 "))
            #expect(reply.contains("order.created, order.paid"))
        }

        @Test("requires a secret of the signature's format in the environment")
        func secrets() throws {
            try tool.write(spec + webhooks, to: "shop.nettask.yaml")
            let arguments = ["mock", "shop.nettask.yaml", "--port", "0", "--webhook-url", "http://127.0.0.1:1"]
            let missing = try tool.run(arguments)
            let unusable = try tool.run(arguments, environment: ["NETTASK_WEBHOOK_SECRET": "no base64!"])
            #expect(missing.status == 64)
            #expect(missing.errors.contains("NETTASK_WEBHOOK_SECRET"))
            #expect(unusable.status == 64)
            #expect(
                unusable.errors.contains("NETTASK_WEBHOOK_SECRET: A secret for webhooks is invalid"),
                "\(unusable.errors)"
            )
            #expect(!unusable.errors.contains("no base64!"))
        }

        // MARK: Support

        private let spec = """
            nettask: 1
            client: Shop
            baseURL: https://shop.example/v1
            defaults: {encoding: json}
            shapes:
              Order: {fields: {id: Int, item: String}}
            endpoints:
              GetOrder: {uri: 'orders/{id}', params: {id: Int}, response: Order}
              CreateOrder: {method: POST, uri: orders, params: {item: String}, response: {201: Order}}
            """
        private let webhooks = """

            webhooks:
              from: data
              events: {order.created: Order, order.paid: Order}
            """

        private func mocking<Value>(
            _ receiver: CallReceiver,
            _ webhooks: String,
            lineCount: Int = 0,
            _ body: (_ port: UInt16) throws -> Value
        ) throws -> (value: Value, lines: [String]) {
            try tool.write(spec + webhooks, to: "shop.nettask.yaml")
            let arguments = ["mock", "shop.nettask.yaml", "--port", "0", "--webhook-url", receiver.url]
            return try tool.watching(arguments, environment: ["NETTASK_WEBHOOK_SECRET": secret]) { next in
                let words = next().split(separator: ":")
                let port = try #require(words.last.flatMap { UInt16($0.prefix { $0.isNumber }) })
                _ = next()  // the resource
                let value = try body(port)
                return (value, (0..<lineCount).map { _ in next() })
            }
            .value
        }
    }
#endif
