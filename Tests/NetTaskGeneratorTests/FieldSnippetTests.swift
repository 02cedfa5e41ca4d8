import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("Keys of fields, and of all shapes: YAML, and the Swift that it becomes")
struct FieldSnippetTests {
    @Test("`nullable`: beside `?` a type of its own, else an optional that must be there")
    func nullable() throws {
        let swift = try swift(
            for: """
                shapes:
                  Patch:
                    fields:
                      name: {type: String?, nullable: true}
                      due: {type: Date, nullable: true, format: unix}
                      token: {type: String, nullable: true, secret: true}
                      next: {type: Patch?, nullable: true}
                endpoints:
                  Send: {method: PATCH, uri: x, body: Patch, response: Patch}
                """
        )
        #expect(
            swift.hasPrefix(
                """
                extension API {
                    struct Patch: JSONReadable, ParameterPackable, Sendable, CustomReflectable {
                        var name: Nullable<String>
                        var due: Date?
                        var token: String?
                        @IndirectValue var next: Nullable<Patch>

                        init(name: Nullable<String> = .absent, due: Date?, token: String?, next: Nullable<Patch> = .absent) {
                            self.name = name
                            self.due = due
                            self.token = token
                            self.next = next
                        }

                        init(from object: inout JSONReader) throws {
                            self.name = try object.read("name")
                            self.due = try object.read(nullable: "due", format: .unix)
                            self.token = try object.read(nullable: "token", isSecret: true)
                            self.next = try object.read("next")
                        }

                        func pack(into packer: inout ParameterPacker) {
                            packer.add("name", name)
                            packer.add("due", Nullable(due), format: .unix)
                            packer.add("token", packer.keepSecret(Nullable(token)))
                            packer.add("next", next)
                        }

                """
            )
        )
    }

    @Test("a param that may be absent gives way to the request object's field")
    func merged() throws {
        let swift = try swift(
            for: """
                shapes: {Post: {fields: {title: String}}}
                endpoints:
                  Send:
                    {method: PATCH, uri: x, encoding: json, requestObject: Post, params: {title: {type: String?, nullable: true}}}
                """
        )
        #expect(
            swift.contains(
                """
                            if case .absent = title {
                                packer.add("title", post.title)
                            } else {
                                packer.add("title", title)
                            }

                """
            )
        )
    }

    @Test("a transform of two ways: `send` is called as the value is packed, `read` as it is read")
    func transformPairs() throws {
        let swift = try swift(
            for: """
                shapes:
                  Reading:
                    fields:
                      celsius: {type: Double, transform: {send: Tenths.from, read: Tenths.to}}
                      series: {type: "[Double]?", transform: {send: joined, read: parted}}
                      pin: {type: String?, secret: true, transform: {send: hidden, read: shown}}
                      level: {type: Int, default: 3, transform: {send: text, read: number}}
                      highest: {type: "Double?", only: response, from: main.max, transform: {read: Tenths.to}}
                endpoints:
                  Send: {method: PUT, uri: x, body: Reading, response: Reading}
                """
        )
        #expect(
            swift.contains(
                """
                        init(from object: inout JSONReader) throws {
                            self.celsius = try object.read("celsius", transform: Tenths.to)
                            self.series = try object.read(optional: "series", transform: parted)
                            self.pin = try object.read(optional: "pin", isSecret: true, transform: shown)
                            self.level = try object.read("level", default: 3, transform: number)
                            try object.enter("main")
                            self.highest = try object.read(optional: "max", transform: Tenths.to)
                            try object.leave()
                        }

                        func pack(into packer: inout ParameterPacker) {
                            packer.add("celsius", Tenths.from(celsius))
                            if let value = series {
                                packer.add("series", joined(value))
                            }
                            if let value = pin {
                                packer.add("pin", packer.keepSecret(hidden(value)))
                            }
                            packer.add("level", text(level))
                        }

                """
            )
        )
    }

    @Test("a transform of a field of a reply that is described in place")
    func readTransform() throws {
        let swift = try swift(
            for: """
                endpoints:
                  Get:
                    uri: x
                    response: {fields: {temperature: {type: Double, from: main.temp, transform: {read: tenth}}}}
                """
        )
        #expect(swift.contains(#"self.temperature = try object.read("temp", transform: tenth)"#))
    }

    @Test("`only`: what is only sent is not read, and what is only read is not sent")
    func oneWay() throws {
        let swift = try swift(
            for: """
                shapes:
                  Account:
                    fields:
                      id: {type: Int?, only: response}
                      password: {type: String?, only: request}
                      level: {type: Int, only: request, default: 3}
                endpoints:
                  Send: {method: PUT, uri: x, body: Account, response: Account}
                """
        )
        #expect(
            swift.contains(
                """
                        init(from object: inout JSONReader) throws {
                            self.id = try object.read("id")
                            self.password = nil
                            self.level = 3
                        }

                        func pack(into packer: inout ParameterPacker) {
                            packer.add("password", password)
                            packer.add("level", level)
                        }

                """
            )
        )
    }

    @Test("`conformances` stand between what generated code needs and Sendable")
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

    @Test("a Swift type of the user's is named and imported, and nothing is generated for it")
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
