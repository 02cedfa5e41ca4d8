import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("Shapes: YAML, and the Swift that it becomes")
struct ShapeSnippetTests {
    @Test("a shape that is only read")
    func read() throws {
        let swift = try swift(
            for: """
                shapes:
                  Post:
                    description: A post.
                    fields:
                      id: Int
                      userId: Int?
                      tags: {type: [String], default: [], description: In order.}
                      createdAt: {type: Date, format: unix, wireName: created}
                      score: {type: Double, from: stats.score}
                endpoints:
                  GetPost: {uri: posts, response: Post}
                """
        )
        #expect(
            swift.hasPrefix(
                """
                extension API {
                    /// A post.
                    struct Post: JSONReadable, Sendable {
                        var id: Int
                        var userId: Int?
                        /// In order.
                        var tags: [String]
                        var createdAt: Date
                        var score: Double

                        /// - Parameters:
                        ///   - tags: In order.
                        init(id: Int, userId: Int? = nil, tags: [String] = [], createdAt: Date, score: Double) {
                            self.id = id
                            self.userId = userId
                            self.tags = tags
                            self.createdAt = createdAt
                            self.score = score
                        }

                        init(from object: inout JSONReader) throws {
                            self.id = try object.read("id")
                            self.userId = try object.read("user_id")
                            self.tags = try object.read("tags", default: [])
                            self.createdAt = try object.read("created", format: .unix)
                            try object.enter("stats")
                            self.score = try object.read("score")
                            try object.leave()
                        }
                    }
                }

                """
            )
        )
    }

    @Test("fields from deeper inside are read together, and what is read in two ways in a second round")
    func paths() throws {
        let swift = try swift(
            for: """
                shapes:
                  Weather:
                    fields:
                      low: {type: Double, from: main.temp.low}
                      place: {type: String, from: name}
                      high: {type: Double, from: main.temp.high}
                      humidity: {type: Int?, from: main.humidity}
                      label: {type: String, from: name}
                      all: {type: "[String: Double]", from: main.temp}
                      said: {type: String, wireName: 'a "quoted" name'}
                endpoints:
                  GetWeather: {uri: weather, response: Weather}
                """
        )
        #expect(
            swift.contains(
                #"""
                        init(from object: inout JSONReader) throws {
                            try object.enter("main")
                            try object.enter("temp")
                            self.low = try object.read("low")
                            self.high = try object.read("high")
                            try object.leave()
                            self.humidity = try object.read("humidity")
                            try object.leave()
                            self.place = try object.read("name")
                            self.said = try object.read("a \\\"quoted\\\" name")
                            object.rewind()
                            self.label = try object.read("name")
                            try object.enter("main")
                            self.all = try object.read("temp")
                            try object.leave()
                        }
                """#
            )
        )
    }

    @Test("a shape that is only sent; what is ignored stays with it")
    func sent() throws {
        let swift = try swift(
            for: """
                shapes:
                  Address:
                    separator: hyphen
                    fields:
                      streetName: String
                      note: {type: String?, ignored: true}
                endpoints:
                  Move: {method: PUT, uri: address, body: Address}
                """
        )
        #expect(
            swift.hasPrefix(
                """
                extension API {
                    struct Address: ParameterPackable, Sendable {
                        var streetName: String
                        var note: String?

                        init(streetName: String, note: String? = nil) {
                            self.streetName = streetName
                            self.note = note
                        }

                        func pack(into packer: inout ParameterPacker) {
                            packer.add("street-name", streetName)
                        }
                    }
                }

                """
            )
        )
    }

    @Test("a closed enumeration")
    func enumeration() throws {
        let swift = try swift(
            for: """
                shapes:
                  Reaction: {enum: {thumbsUp: "+1", asc: asc, class: "\\"\\\\(x)"}, closed: true}
                  Level: {enum: {low: 1, high: 1000000}, closed: true}
                endpoints:
                  Get: {uri: x, params: {r: Reaction?}, response: Level}
                """
        )
        #expect(
            swift.hasPrefix(
                #"""
                extension API {
                    enum Reaction: String, ParameterValue, Sendable {
                        case thumbsUp = "+1"
                        case asc
                        case `class` = "\"\\(x)"
                    }
                }

                extension API {
                    enum Level: Int, JSONReadable, Sendable {
                        case low = 1
                        case high = 1_000_000
                    }
                }

                """#
            )
        )
    }

    @Test("what is said of single values and alternatives is the documentation of their cases")
    func documentedCases() throws {
        let swift = try swift(
            for: """
                shapes:
                  State:
                    closed: true
                    enum:
                      pending: {value: P, description: Not charged yet.}
                      paid: {value: D, deprecated: use settled}
                      settled: S
                  Event:
                    discriminator: kind
                    closed: true
                    oneOf:
                      opened: {type: Opened, value: "com.example.opened", description: Somebody began.}
                  Opened: {fields: {kind: String}}
                endpoints:
                  Get: {uri: a, params: {state: State}, response: Event}
                """
        )
        #expect(
            swift.hasPrefix(
                """
                extension API {
                    enum State: String, ParameterValue, Sendable {
                        /// Not charged yet.
                        case pending = "P"
                        /// Deprecated: use settled.
                        case paid = "D"
                        case settled = "S"
                    }
                }

                extension API {
                    enum Event: JSONReadable, Sendable {
                        /// Somebody began.
                        case opened(Opened)

                """
            )
        )
    }

    @Test("a shape that contains itself is boxed where Swift needs it, and only there")
    func recursion() throws {
        let swift = try swift(
            for: """
                shapes:
                  Person:
                    fields: {boss: Person?, team: "[Person]", home: House?}
                  House:
                    fields: {owner: Person?}
                  Leaf:
                    fields: {person: Person?}
                endpoints: {}
                """
        )
        #expect(
            swift.contains(
                "@IndirectValue var boss: Person?\n        var team: [Person]\n        @IndirectValue var home: House?"
            )
        )
        #expect(swift.contains("@IndirectValue var owner: Person?"))
        #expect(swift.contains("        var person: Person?"))
    }

    @Test(
        "access is what the spec says, unless the caller says otherwise",
        arguments: ["public", "package", "internal"]
    )
    func access(level: String) throws {
        // given
        let yaml = spec("access: \(level)\nshapes: {A: {fields: {id: UUID}}}\nendpoints: {G: {uri: x, response: A}}")
        let keyword = level == "internal" ? "" : level + " "

        // when
        let text = try generate(yaml)[0].text

        // then
        #expect(text.contains("\(keyword)import Foundation\n"))
        #expect(text.contains("\n\(keyword)enum API {\n"))
        #expect(text.contains("\n    \(keyword)struct A: JSONReadable, Sendable {\n        \(keyword)var id: UUID\n"))
        let other = try generate(yaml, options: Generator.Options(access: .public))[0].text
        #expect(other.contains("\npublic enum API {\n"))
    }

    @Test("properties are `let` where `mutable` says so, and `var` where a box needs it")
    func immutable() throws {
        let swift = try swift(
            for: """
                defaults: {mutable: false}
                shapes:
                  Tree: {fields: {name: String, parent: Tree?}}
                  Draft: {mutable: true, fields: {text: String}}
                endpoints:
                  Get: {uri: "a/{id}", params: {id: Int}, response: {fields: {tree: Tree}}}
                  Put: {uri: a, method: PUT, body: Draft, mutable: true}
                """
        )
        #expect(swift.contains("        let name: String\n        @IndirectValue var parent: Tree?\n"))
        #expect(swift.contains("        var text: String\n"))
        #expect(swift.contains("            let tree: Tree\n"))
        #expect(swift.contains("        let id: Int\n"))
        #expect(swift.contains("        var body: Draft\n"))
    }
}
