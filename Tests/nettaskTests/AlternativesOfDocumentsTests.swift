import Foundation
import NetTaskRuntime
import Testing

@Suite("Alternatives of random documents")
struct AlternativesOfDocumentsTests {
    private let nettask = Tool()

    /// Each kind of tag at each place, and then as many again with other seeds as `NETTASK_DOCUMENTS` says.
    private static let documents: [RandomDocument] = {
        let rounds = ProcessInfo.processInfo.environment["NETTASK_DOCUMENTS"].flatMap { UInt64($0) } ?? 1
        var documents: [RandomDocument] = []
        for round in 0..<rounds {
            for tag in RandomDocument.Tag.allCases {
                for place in RandomDocument.Place.allCases where place != .extended || tag != .none {
                    documents.append(RandomDocument(tag, place, seed: round * 1_000 + UInt64(documents.count)))
                }
            }
        }
        return documents
    }()

    @Test("become specs without errors, and each value is read as its own alternative", .tags(.compiles))
    func values() throws {
        // given
        for document in Self.documents {
            let path = "\(document.client).json"
            try nettask.write(document.text, to: path)
            let imported = try nettask("import", path, "--output", "specs/\(document.client)", "-q")
            #expect(imported.status == 0, "\(imported.errors)\n\(document.text)")
            let valid = try nettask("validate", "specs/\(document.client)")
            #expect(valid.status == 0, "\(valid.errors)\n\(document.text)")
        }
        let generated = try nettask("generate", "specs", "--output", "Sources", "-q")
        #expect(generated.status == 0, "\(generated.errors)")
        try nettask.write(Self.driver, to: "Sources/main.swift")

        // when
        let built = try nettask.compile("Sources", "values")
        try #require(built.status == 0, "\(built.output)\(built.errors)")
        let run = try Tool(folder: nettask.folder, executable: URL(fileURLWithPath: "\(nettask.folder)/values"))()

        // then
        #expect(run.status == 0)
        #expect(run.output == "", "\(nettask.documents(of: run.output))")
    }

    @Test("that contain each other many times become a spec without errors")
    func nested() throws {
        // given
        let schemas = (0..<70).map { number in
            let others = [number * 7 + 3, number * 5 + 1].map { "{$ref: '#/components/schemas/S\($0 % 70)'}" }
            let object = "{type: object, properties: {x: {$ref: '#/components/schemas/S\((number + 1) % 70)'}}}"
            return "    S\(number): {oneOf: [\(others.joined(separator: ", ")), \(object)]}"
        }
        let reply = "{description: '', content: {application/json: {schema: {$ref: '#/components/schemas/S0'}}}}"
        let document = """
            openapi: 3.1.0
            info: {title: Nested, version: '1'}
            paths: {/a: {get: {operationId: get, responses: {'200': \(reply)}}}}
            components:
              schemas:

            """
        try nettask.write(document + schemas.joined(separator: "\n"), to: "nested.yaml")

        // when
        let imported = try nettask("import", "nested.yaml", "--output", "specs", "-q")
        let valid = try nettask("validate", "specs")

        // then
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(valid.status == 0, "\(valid.errors)")
    }

    /// Reads all values, and prints those that were read as something else.
    private static var driver: String {
        let reads = documents.flatMap { document in
            document.examples.map { example in
                """
                check("\(document.client)", #"\(example.json)"#, "\(example.mark)") { try \(document.client).Get().parse($0) }
                """
            }
        }
        return """
            import Foundation
            import NetTaskRuntime

            /// The value that an alternative holds.
            func chosen(_ value: Any) -> Any? {
                let mirror = Mirror(reflecting: value)
                switch mirror.displayStyle {
                case .enum:
                    guard let inner = mirror.children.first?.value else { return nil }
                    return Mirror(reflecting: inner).displayStyle == .struct ? inner : chosen(inner)
                case .optional, .struct, .collection: return mirror.children.lazy.compactMap { chosen($0.value) }.first
                default: return nil
                }
            }

            func check(_ client: String, _ json: String, _ mark: String, _ read: (HTTPReply) throws -> Any) {
                do {
                    let value = try read(HTTPReply(status: 200, body: Data(json.utf8)))
                    let found = chosen(value).map { Mirror(reflecting: $0).children.compactMap(\\.label) } ?? []
                    if !found.contains(mark) { print(client, json, "is no value with", mark, "but", value) }
                } catch {
                    print(client, json, error)
                }
            }

            \(reads.joined(separator: "\n"))
            """
    }
}

extension Tool {
    /// Compiles a folder of files into a program that uses the runtime, as it was built beside these tests.
    fileprivate func compile(_ sources: String, _ program: String) throws -> Result {
        let products = executable.deletingLastPathComponent().path
        let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(sources)")
            .filter { $0.hasSuffix(".swift") }.sorted().map { "\(sources)/\($0)" }
        let modules = [
            "NetTaskSystem", "NetTaskBase", "NetTaskCore", "NetTaskPacking", "NetTaskHTTP", "NetTaskURLSession",
            "NetTaskRuntime",
            "HTTPTypes",
        ]
        let objects = try modules.flatMap { module in
            try FileManager.default.subpathsOfDirectory(atPath: "\(products)/\(module).build")
                .filter { $0.hasSuffix(".swift.o") }.map { "\(products)/\(module).build/\($0)" }
        }
        let compiler = Tool(folder: folder, executable: URL(fileURLWithPath: "/usr/bin/env"))
        return try compiler.run(
            ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", "\(products)/Modules", "-o", program] + files
                + objects
        )
    }

    /// The documents that a text names.
    fileprivate func documents(of text: String) -> String {
        let names = Set(text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        return names.sorted().prefix(3).map { (try? self.text(of: "\($0).json")) ?? "" }.joined(separator: "\n")
    }
}
