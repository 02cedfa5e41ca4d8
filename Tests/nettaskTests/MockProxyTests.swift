#if Tools
    import Foundation
    import Testing

    @Suite("nettask mock --proxy", .serialized)
    struct MockProxyTests {
        private let tool = Tool()

        private static let replies = [
            (
                200,
                #"{"id":1,"state":"archived","note":null,"color":"red","boxSizes":[1,2.5],"owner":{"a":1},"x-y":null}"#
            ),
            (
                200,
                #"{"id":1,"item":"a","note":"n","state":"lost-it","color":"red","boxSizes":[3],"owner":{"a":1},"x-y":4}"#
            ),
            (418, #"{"a":1}"#),
        ]

        @Test("writes an overlay with which the same replies have no differences")
        func overlay() throws {
            // given
            let server = try CallReceiver()
            try tool.write(spec, to: "specs/shop.nettask.yaml")

            // when
            let before = try notes(of: ["specs/shop.nettask.yaml", "--write-overlay", "fixed.nettask.yaml"], server)
            let after = try notes(of: ["fixed.nettask.yaml"], server)

            // then
            #expect(before.count == 3, "\(before)")
            let text = try tool.text(of: "fixed.nettask.yaml")
            #expect(after.isEmpty, "\(after)\n\(text)")
        }

        @Test("writes the types of the values, and comments for what needs a decision")
        func text() throws {
            // given
            let server = try CallReceiver()
            try tool.write(spec, to: "specs/shop.nettask.yaml")

            // when
            _ = try notes(
                of: ["specs/shop.nettask.yaml", "--write-overlay", "fixed.nettask.yaml"],
                server,
                Self.replies + [(200, #"{"id":"1","item":"a","note":"n","state":"open"}"#)]
            )

            // then
            let text = try tool.text(of: "fixed.nettask.yaml")
            #expect(text.hasPrefix("nettask: 1\nclient: Shop\nextends: [specs/shop.nettask.yaml]\n"), "\(text)")
            for line in [
                "item: {optional: true}", "note: {nullable: true}", "color: {type: String?}",
                "enum: {archived: archived, lostIt: lost-it}",
                #"boxSizes: {type: "[Double]?", wireName: boxSizes}"#, "owner: {type: JSONValue?}",
                "xY: {type: Int?, wireName: x-y, nullable: true}", "errors: {418: none}",
                #"# - GetOrder body.id: "1", but the spec says a whole number"#,
            ] {
                #expect(text.contains(line), "\(line) in\n\(text)")
            }
        }

        @Test("has one comment for all elements of a list")
        func elements() throws {
            // given
            let server = try CallReceiver()
            let lists = spec.replacing("response: Order}", with: "response: {fields: {all: [Order]}}}")
            try tool.write(lists, to: "shop.nettask.yaml")
            let order = #"{"id":"1","item":"a","note":"n","state":"open"}"#

            // when
            let arguments = ["shop.nettask.yaml", "--write-overlay", "fixed.nettask.yaml"]
            _ = try notes(of: arguments, server, [(200, #"{"all":[\#(order),\#(order)]}"#)])

            // then
            let lines = try tool.text(of: "fixed.nettask.yaml").split(separator: "\n").filter { $0.hasPrefix("# - ") }
            #expect(lines == [#"# - GetOrder body.all[].id: "1", but the spec says a whole number"#])
        }

        @Test("does not replace a file")
        func existing() throws {
            try tool.write(spec, to: "shop.nettask.yaml")
            let arguments = ["mock", "shop.nettask.yaml", "--proxy", "http://127.0.0.1:1", "--write-overlay"]
            let result = try tool.run(arguments + ["shop.nettask.yaml"])
            #expect(result.status == 64)
            #expect(result.errors.contains("'--write-overlay shop.nettask.yaml' exists already"))
        }

        // MARK: Support

        private let spec = """
            nettask: 1
            client: Shop
            baseURL: https://shop.example/v1
            defaults: {errors: {404: NotFound}}
            shapes:
              Order: {fields: {id: Int, item: String, note: String, state: State}}
              State: {enum: [open, paid]}
              NotFound: {fields: {message: String}}
            endpoints:
              GetOrder: {uri: 'orders/{id}', params: {id: Int}, response: Order}
            """

        /// Sends a request for each reply of the server.
        ///
        /// - Returns: The lines of the command with a difference.
        private func notes(
            of arguments: [String],
            _ server: CallReceiver,
            _ replies: [(Int, String)] = replies
        ) throws -> [String] {
            let arguments = ["mock"] + arguments + ["--port", "0", "--proxy", server.url]
            return try tool.watching(arguments) { next in
                let words = next().split(separator: ":")
                let port = try #require(words.last.flatMap { UInt16($0.prefix { $0.isNumber }) })
                return try replies.map { status, body in
                    let client = try RawClient(port: port)
                    try client.send("GET /v1/orders/1")
                    try server.call(answering: status, body)
                    _ = client.reply()
                    return next()
                }
            }
            .value
            .filter { $0.contains("but the spec says") }
        }
    }
#endif
