import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("Keys of fields, and of all shapes: YAML, and the Swift that it becomes")
struct FieldSnippetTests {
    @Test("`conformances` follow those of generated code, before Sendable")
    func conformances() throws {
        let swift = try swift(
            for: """
                defaults: {conformances: [Hashable, Codable]}
                shapes:
                  Post: {fields: {id: Int}, conformances: [Identifiable, MyKit.Model]}
                  Order: {enum: [asc]}
                  Level: {enum: {low: 1}, closed: true, conformances: [CaseIterable, Equatable]}
                  Value: {oneOf: [Post, Int]}
                  Plain: {fields: {}, conformances: []}
                endpoints: {}
                """
        )
        for line in [
            "struct Post: JSONReadable, ParameterPackable, Hashable, Codable, Identifiable, MyKit.Model, Sendable {",
            "enum Order: RawRepresentable, JSONReadable, ParameterValue, Hashable, Codable, Sendable {",
            "enum Level: Int, JSONReadable, ParameterValue, Codable, CaseIterable, Sendable {",
            "enum Value: JSONScalar, ParameterValue, Hashable, Codable, Sendable {",
            "struct Plain: JSONReadable, ParameterPackable, Sendable {",
        ] {
            #expect(swift.contains("    \(line)\n"))
        }
    }

    private let specOfAttributes = """
        examples: true
        defaults: {attributes: ["@available(macOS 14, *)"]}
        shapes:
          Post: {description: A post., fields: {id: Int}, example: {id: 1}, attributes: ["@dynamicMemberLookup", "@Kit.Marked"]}
          Order: {enum: [asc]}
          Plain: {oneOf: [Post, Int], attributes: null}
        endpoints:
          Get: {uri: x, response: Post, deprecated: true, example: {}}
          Put: {uri: x, method: PUT, body: Plain, attributes: []}
        """

    @Test("`attributes` precede the declarations; those of `defaults` apply to declarations without their own")
    func attributes() throws {
        let swift = try swift(for: specOfAttributes)
        for lines in [
            "    /// A post.\n    @dynamicMemberLookup\n    @Kit.Marked\n    struct Post: ",
            "extension API {\n    @available(macOS 14, *)\n    enum Order: ",
            "extension API {\n    enum Plain: ",
            "    @available(macOS 14, *)\n    @available(*, deprecated)\n    struct Get: ",
            "    /// `PUT x`\n    struct Put: ",
        ] {
            #expect(swift.contains(lines), "\(lines)")
        }
    }

    @Test("`attributes` compile with their imports, and with an example", .tags(.compiles))
    func attributesCompile() throws {
        try withTemporaryFolder { folder in
            // given
            let files = try generate(spec(specOfAttributes.replacing(", \"@Kit.Marked\"", with: "")))
            let lookup = """
                extension API.Post {
                    subscript(dynamicMember name: String) -> String { name }
                }
                func name(of post: API.Post) -> String { post.anything }
                """
            for (name, text) in files.map({ ($0.name, $0.text) }) + [("lookup.swift", lookup)] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            }

            // when
            let paths = (files.map(\.name) + ["lookup.swift"]).map { "\(folder)/\($0)" }
            let result = try Toolchain.compile(paths)

            // then
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test("`deprecated` is documentation, and for endpoints an attribute")
    func deprecated() throws {
        let long = String(repeating: "long ", count: 30)
        let swift = try swift(
            for: """
                shapes:
                  Post: {description: A post., fields: {id: {type: Int, deprecated: true}}, deprecated: use Article}
                endpoints:
                  Get: {uri: x, deprecated: "use \\"GetAll\\".", params: {a: {type: Int?, deprecated: "it is ignored!"}}}
                  Old: {uri: x, deprecated: true}
                  Long: {uri: x, deprecated: \(long)}
                """
        )
        #expect(swift.contains("    /// A post.\n    ///\n    /// Deprecated: use Article.\n    struct Post"))
        #expect(swift.contains("        /// Deprecated.\n        var id: Int\n"))
        #expect(
            swift.contains(
                #"""
                    /// `GET x`
                    ///
                    /// Deprecated: use "GetAll".
                    @available(*, deprecated, message: "use \"GetAll\".")
                    struct Get: HTTPNetTask {

                """#
            )
        )
        #expect(swift.contains("        /// Deprecated: it is ignored!\n        var a: Int?\n"))
        #expect(swift.contains("    /// Deprecated.\n    @available(*, deprecated)\n    struct Old"))
        let message = long.dropLast()
        #expect(swift.contains("long.\n    @available(*, deprecated, message: \"\(message)\")\n    struct Long"))
    }

    @Test("`default` of lists, dictionaries, dates and JSON")
    func defaults() throws {
        let swift = try swift(
            for: """
                shapes:
                  Order: {enum: [asc, none]}
                  Item:
                    fields:
                      events: {type: [String], default: [push, "pull"]}
                      orders: {type: Array<Order>?, default: [none]}
                      limits: {type: "[String: Int]", default: {low: 1}}
                      since: {type: Date, default: 1970-01-02}
                      any: {type: JSONValue, default: [1, {a: true}]}
                endpoints:
                  Get: {uri: x, response: Item}
                """
        )
        for line in [
            #"self.events = try object.read("events", default: ["push", "pull"])"#,
            #"self.orders = try object.read("orders", default: [.none])"#,
            #"self.limits = try object.read("limits", default: ["low": 1])"#,
            "default: Foundation.Date(timeIntervalSince1970: 86400)",
            #"self.any = try object.read("any", default: [1, ["a": true]])"#,
        ] {
            #expect(swift.contains(line))
        }
    }

    @Test("`format` of dates, of numbers in quotes and of bytes")
    func formats() throws {
        let swift = try swift(
            for: """
                shapes:
                  Item:
                    fields:
                      day: {type: Date, format: sql}
                      id: {type: Int64, format: string}
                      price: {type: Decimal, format: string, default: 0}
                      bytes: {type: Data?, format: base64url}
                endpoints:
                  Send: {method: PUT, uri: x, body: Item, response: {type: Int, from: id, format: string}}
                  Get: {uri: "x/{b}", params: {b: {type: Data, format: base64url}}, response: Item}
                """
        )
        for line in [
            #"self.day = try object.read("day", format: .sql)"#, #"self.id = try object.read("id", format: .string)"#,
            #"self.price = try object.read("price", format: .string, default: 0)"#,
            #"self.bytes = try object.read("bytes", format: .base64url)"#, #"packer.add("day", day, format: .sql)"#,
            #"packer.add("price", price, format: .string)"#, #"packer.add("bytes", bytes, format: .base64url)"#,
            #"try reply.json(["id"], format: .string)"#,
            #"var uri: String { "x/\(PathSegment(b, format: .base64url))" }"#,
        ] {
            #expect(swift.contains(line))
        }
    }

    @Test("a Swift type of the app is named and imported, and no code is generated for it")
    func custom() throws {
        let yaml = spec(
            """
            access: public
            shapes:
              Money: {swiftType: MoneyKit.Amount, import: MoneyKit}
              Own: {swiftType: Version}
              Item: {fields: {price: Money, versions: "[Own]"}}
              Either: {oneOf: {money: Money, own: Own}}
            endpoints:
              Get: {uri: "x/{v}", params: {v: Own}, response: {type: Money, from: price}}
            """
        )
        let text = try generate(yaml)[0].text
        #expect(text.contains("\npublic import MoneyKit\npublic import NetTaskHTTP\n"))
        #expect(text.contains("        public var price: MoneyKit.Amount\n        public var versions: [Version]\n"))
        #expect(text.contains("        public typealias Response = MoneyKit.Amount\n"))
        #expect(
            text.contains("if let value = try reader.choose(MoneyKit.Amount.self, &choice) { return .money(value) }")
        )
        #expect(!text.contains("Own"))
        let files = try generate(yaml, options: Generator.Options(isSplit: true))
        #expect(files.map(\.name).count == 4)
    }
}
