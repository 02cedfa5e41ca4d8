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
                        @Indirect var next: Nullable<Patch>

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
                    {method: PATCH, uri: x, request: json, requestObject: Post, params: {title: {type: String?, nullable: true}}}
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

    @Test("`only`: what is only sent is not read, and what is only read is not sent")
    func oneWay() throws {
        let swift = try swift(
            for: """
                shapes:
                  Account:
                    fields:
                      id: {type: Int?, only: reply}
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

    @Test("`conformances` stand between what generated code needs and Sendable, on several lines if it must be")
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
                  ANameThatIsSoLongThatNotAllOfItsProtocolsHaveRoomOnOneLine: {fields: {}, conformances: [Persistence.Stored]}
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
        #expect(
            swift.contains(
                """
                    struct ANameThatIsSoLongThatNotAllOfItsProtocolsHaveRoomOnOneLine: JSONReadable, ParameterPackable, Hashable,
                        Codable, Persistence.Stored, Sendable
                    {

                """
            )
        )
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
        #expect(swift.contains("long.\n    @available(*, deprecated)\n    struct Long"))
    }
}
