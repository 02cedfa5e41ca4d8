import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("JSONValue, enumerations and alternatives: YAML, and the Swift that they become")
struct KindsOfShapesSnippetTests {
    @Test("JSONValue needs no import but the runtime's")
    func jsonValue() throws {
        let text = try generate(
            spec(
                "shapes: {Event: {fields: {payload: JSONValue, extra: JSONValue?}}}\n"
                    + "endpoints: {G: {uri: a, response: Event}}"
            )
        )[0].text
        #expect(text.contains("swiftlint:disable all\n\nimport HTTPTypes\nimport NetTaskHTTP\n\n"))
        #expect(text.contains("        var payload: JSONValue\n        var extra: JSONValue?\n"))
        #expect(text.contains("init(payload: JSONValue, extra: JSONValue? = nil) {"))
        #expect(text.contains(#"self.payload = try object.read("payload")"#))
    }

    @Test("an enumeration keeps what it does not know")
    func enumeration() throws {
        let swift = try swift(
            for: """
                shapes:
                  Reaction: {enum: {thumbsUp: "+1", unknown: none}}
                  Level: {enum: {low: 1, high: 1000000}}
                endpoints:
                  Get: {uri: x, params: {r: Reaction?}, response: Level}
                """
        )
        #expect(
            swift.hasPrefix(
                """
                extension API {
                    enum Reaction: RawRepresentable, ParameterValue, Hashable, Sendable {
                        case thumbsUp
                        case unknown
                        /// A value that the spec does not list.
                        case unrecognized(String)

                        /// The values that the spec lists.
                        static var knownCases: [Self] {
                            [.thumbsUp, .unknown]
                        }

                        init(rawValue: String) {
                            switch rawValue {
                            case "+1": self = .thumbsUp
                            case "none": self = .unknown
                            default: self = .unrecognized(rawValue)
                            }
                        }

                        var rawValue: String {
                            switch self {
                            case .thumbsUp: "+1"
                            case .unknown: "none"
                            case .unrecognized(let value): value
                            }
                        }
                    }
                }

                extension API {
                    enum Level: RawRepresentable, JSONReadable, Hashable, Sendable {
                        case low
                        case high
                        /// A value that the spec does not list.
                        case unknown(Int)

                        /// The values that the spec lists.
                        static var knownCases: [Self] {
                            [.low, .high]
                        }

                        init(rawValue: Int) {
                            switch rawValue {
                            case 1: self = .low
                            case 1_000_000: self = .high
                            default: self = .unknown(rawValue)
                            }
                        }

                        var rawValue: Int {
                            switch self {
                            case .low: 1
                            case .high: 1_000_000
                            case .unknown(let value): value
                            }
                        }
                    }
                }

                """
            )
        )
    }

    @Test("alternatives that are tried in order")
    func alternatives() throws {
        let swift = try swift(
            for: """
                shapes:
                  Pet: {oneOf: {cat: Cat, many: "[Cat]", text: String}, description: A pet or several.}
                  Cat: {fields: {name: String}}
                endpoints:
                  Swap: {method: POST, uri: x, body: Pet, response: Pet}
                """
        )
        #expect(
            swift.hasPrefix(
                """
                extension API {
                    /// A pet or several.
                    enum Pet: JSONScalar, ParameterValue, Sendable {
                        case cat(Cat)
                        case many([Cat])
                        case text(String)

                        static func read(from reader: inout JSONReader) throws -> Pet {
                            var choice = try reader.beginChoice()
                            if let value = try reader.choose(Cat.self, &choice) { return .cat(value) }
                            if let value = try reader.choose([Cat].self, &choice) { return .many(value) }
                            if let value = try reader.choose(String.self, &choice) { return .text(value) }
                            throw reader.error(choice, of: "Pet")
                        }

                        static func write(_ value: Pet, into packer: inout ParameterPacker) {
                            switch value {
                            case .cat(let value): Cat.write(value, into: &packer)
                            case .many(let value): [Cat].write(value, into: &packer)
                            case .text(let value): String.write(value, into: &packer)
                            }
                        }
                    }
                }

                """
            )
        )
    }

    @Test("alternatives with a discriminator, which is sent unless the shape has it as a field")
    func discriminator() throws {
        let swift = try swift(
            for: """
                shapes:
                  Pet: {oneOf: {cat: Cat, big-dog: Dog}, discriminator: kind}
                  Cat: {fields: {friend: Pet?}}
                  Dog: {fields: {kind: String}}
                endpoints:
                  Swap: {method: POST, uri: x, body: Pet, response: Pet}
                """
        )
        #expect(
            swift.hasPrefix(
                """
                extension API {
                    indirect enum Pet: JSONReadable, ParameterPackable, Sendable {
                        case cat(Cat)
                        case bigDog(Dog)
                        /// The whole object, where its discriminator says what the spec does not list.
                        case unknown(JSONValue)

                        init(from object: inout JSONReader) throws {
                            let value: String = try object.read("kind")
                            object.rewind()
                            switch value {
                            case "cat": self = .cat(try Cat(from: &object))
                            case "big-dog": self = .bigDog(try Dog(from: &object))
                            default: self = .unknown(try object.readMembers())
                            }
                        }

                        func pack(into packer: inout ParameterPacker) {
                            switch self {
                            case .cat(let value):
                                packer.add("kind", "cat")
                                value.pack(into: &packer)
                            case .bigDog(let value):
                                value.pack(into: &packer)
                            case .unknown(let value): packer.add(membersOf: value)
                            }
                        }
                    }
                }

                """
            )
        )
    }

    @Test("a closed discriminator throws for what it does not know")
    func closed() throws {
        let swift = try swift(
            for:
                "shapes: {A: {fields: {}}, B: {oneOf: [A], discriminator: t, closed: true}}\nendpoints: {G: {uri: a, response: B}}"
        )
        #expect(swift.contains("            default: throw object.error(unknown: value, of: \"B\")\n"))
        #expect(!swift.contains("JSONValue"))
    }
}
