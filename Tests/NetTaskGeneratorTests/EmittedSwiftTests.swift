import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

/// All specs whose generated code is compiled by tests, one whose names and types try each other, and those of webhooks.
private let folders = ["Specs", "Tests/GeneratedCodeTests", "Tests/NetTaskGeneratorTests"] + foldersOfWebhooks

private let userTypes = "\(Toolchain.packageFolder)/Tests/GeneratedCodeTests/Support/UserTypes.swift"

#if Crypto
    private let foldersOfWebhooks = ["Tests/NetTaskWebhooksTests"]
#else
    private let foldersOfWebhooks: [String] = []
#endif

@Suite("All emitted Swift")
struct EmittedSwiftTests {
    @Test(
        "compiles without warnings at every access level",
        .tags(.compiles),
        arguments: AccessLevel.allCases,
        [false, true]
    )
    func compiles(access: AccessLevel, isSplit: Bool) throws {
        try withFiles(Generator.Options(access: access, isSplit: isSplit)) { files in
            let features = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
            let result = try Toolchain.compile(files, features: features)
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test("of another version of the generator is an error at the line with the remedy", .tags(.compiles))
    func otherVersion() throws {
        try withTemporaryFolder { folder in
            // given
            let yaml = "nettask: 1\nclient: API\nbaseURL: http://h\nendpoints: {Get: {uri: x}}\n"
            let text = try generate(yaml)[0].text

            // when
            let newer = text.replacingOccurrences(of: "NetTaskGenerated_1", with: "NetTaskGenerated_2")
            try Data(newer.utf8).write(to: URL(fileURLWithPath: "\(folder)/api.nettask.swift"))
            let result = try Toolchain.typecheck(["\(folder)/api.nettask.swift"])

            // then
            #expect(result.status != 0)
            #expect(result.output.contains("cannot find type 'NetTaskGenerated_2' in scope"), "\(result.output)")
            #expect(result.output.contains("If the compiler rejects this line, generate the file again."))
        }
    }

    // With `package`, the compiler reports the most imports that are too wide.
    @Test("compiles without warnings when each spec is spread over several files", .tags(.compiles))
    func compilesInParts() throws {
        try withFiles(Generator.Options(access: .package), partCount: 3) { files in
            let features = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
            let result = try Toolchain.compile(files, features: features)
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test(
        "compiles and can be called, isolated or not, in a module that is isolated to the main actor by default",
        .tags(.compiles),
        arguments: [
            [], ["InferIsolatedConformances"], ["NonisolatedNonsendingByDefault"],
            // What Xcode 26 sets for new apps, beyond Swift 6.
            ["InferIsolatedConformances", "MemberImportVisibility", "NonisolatedNonsendingByDefault"],
        ]
    )
    func compilesOnTheMainActor(features: [String]) throws {
        try withFiles(Generator.Options(access: .internal)) { files in
            let folder = URL(fileURLWithPath: files[0]).deletingLastPathComponent()
            let file = folder.appendingPathComponent("Calls.swift")
            try Data(calls(of: specs()).utf8).write(to: file)
            let files = files + [file.path]
            let result = try Toolchain.compile(files, features: features, flags: ["-default-isolation", "MainActor"])
            #expect(result.status == 0, "\(result.output)")
        }
    }

    /// Calls of all tasks and uses of all shapes, each once from the main actor, and once from nowhere.
    private func calls(of specs: [Spec]) -> String {
        var lines = ["import HTTPTypes", "import NetTaskDurable", "import NetTaskRuntime", "import NetTaskStreams", ""]
        func use(_ type: String, _ fields: [Field], _ statements: [String]) {
            for (isolation, name) in [("", "isolated"), ("nonisolated ", "free")] {
                lines += [
                    "@available(*, deprecated)",
                    "\(isolation)func \(name)\(lines.count)(",
                    "    _ value: \(type), _ queue: HTTPNetTaskQueue, _ durable: DurableHTTPNetTaskQueue",
                    ") async throws {",
                ]
                lines += (["_ = value"] + fields.map { "_ = value.`\($0.name.swift)`" } + statements).map {
                    "    \($0)"
                }
                lines.append("}")
            }
        }
        for spec in specs {
            for shape in spec.shapes {
                if case .custom = shape.kind { continue }
                use("`\(spec.client.swift)`.`\(shape.name.swift)`", shape.fields ?? [], [])
            }
            for endpoint in spec.endpoints {
                var statements = ["_ = try value.pack()", "_ = try await queue.run(value)"]
                if endpoint.delivery.durability != nil { statements.append("_ = try await durable.enqueue(value)") }
                if endpoint.stream != nil {
                    statements.append("for try await element in queue.stream(value) { _ = element }")
                }
                if endpoint.pages != nil { statements.append("for try await item in queue.items(value) { _ = item }") }
                let names = [spec.client.swift] + endpoint.qualifiedName.split(separator: ".").map(String.init)
                use(names.map { "`\($0)`" }.joined(separator: "."), endpoint.members, statements)
            }
        }
        return lines.joined(separator: "\n") + """

            func isolatedPost(in queue: HTTPNetTaskQueue) async throws -> String {
                try await queue.run(JSONPlaceholder.GetPost(id: 1)).title
            }

            nonisolated func freePost(in queue: HTTPNetTaskQueue) async throws -> String {
                try await queue.run(JSONPlaceholder.GetPost(id: 1)).title
            }

            actor Reader {
                func post(in queue: HTTPNetTaskQueue) async throws -> String {
                    try await queue.run(JSONPlaceholder.GetPost(id: 1)).title
                }
            }

            """
    }

    @Test(
        "compiles beside an import in a user's file, in plain Swift 6",
        .tags(.compiles),
        arguments: AccessLevel.allCases
    )
    func compilesBesideOthers(access: AccessLevel) throws {
        try withFiles(Generator.Options(access: access, isSplit: true)) { files in
            let folder = URL(fileURLWithPath: files[0]).deletingLastPathComponent()
            let own = folder.appendingPathComponent("UserTypes.swift")
            let text = try String(contentsOf: own, encoding: .utf8).replacing("public import", with: "import")
            try Data("import HTTPTypes\n\(text)".utf8).write(to: own)
            let result = try Toolchain.compile(files)
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test("is byte for byte the same in each run", arguments: [false, true])
    func deterministic(isSplit: Bool) throws {
        let options = Generator.Options(isSplit: isSplit)
        let first = try generated(options)
        for _ in 0..<5 {
            #expect(try generated(options) == first)
        }
    }

    @Test("a split spec has the same declarations, each in its own file")
    func split() throws {
        // given
        let yaml = spec(
            "shapes: {A: {fields: {id: Int}}, B: {enum: [x], closed: true}}\nendpoints: {G: {uri: a, response: A}}"
        )

        // when
        let files = try generate(yaml, path: "v2/api.nettask.yaml", options: Generator.Options(isSplit: true))

        // then
        #expect(
            files.map(\.name) == [
                "v2.api.nettask.swift", "v2.api.A.nettask.swift", "v2.api.B.nettask.swift", "v2.api.G.nettask.swift",
            ]
        )
        #expect(
            files[0].text == """
                // Generated by nettask from v2/api.nettask.yaml. Edit the spec, not this file.
                // swift-format-ignore-file
                // swiftlint:disable all

                import NetTaskHTTP

                // The interface of NetTask that this file uses. If the compiler rejects this line, generate the file again.
                private typealias NetTaskInterface = NetTaskGenerated_1

                enum API {
                    nonisolated static let api: HTTPAPI = makeAPI()

                    private nonisolated static func makeAPI() -> HTTPAPI {
                        HTTPAPI()
                    }
                }

                """
        )
        #expect(
            files[2].text == """
                // Generated by nettask from v2/api.nettask.yaml. Edit the spec, not this file.
                // swift-format-ignore-file
                // swiftlint:disable all

                import NetTaskHTTP

                // The interface of NetTask that this file uses. If the compiler rejects this line, generate the file again.
                private typealias NetTaskInterface = NetTaskGenerated_1

                extension API {
                    enum B: String, JSONReadable, ParameterValue, Sendable {
                        case x
                    }
                }

                """
        )
    }

    private func specs() throws -> [Spec] {
        let files = SpecFiles(folders.map { "\(Toolchain.packageFolder)/\($0)" })
        let result = SpecReader.read(paths: files.paths)
        try #require(result.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
        try #require(result.specs.count > 30)
        return result.specs
    }

    private func generated(_ options: Generator.Options, partCount: Int = 1) throws -> [GeneratedFile] {
        try Generator(options: options).files(for: specs()) { path in
            let path = String(path.dropFirst(Toolchain.packageFolder.count + 1))
            return SpecFileName(path: path, mark: path, partCount: partCount)
        }
    }

    private func withFiles(
        _ options: Generator.Options,
        partCount: Int = 1,
        _ body: ([String]) throws -> Void
    ) throws {
        try withTemporaryFolder { folder in
            let files = try generated(options, partCount: partCount)
            for file in files {
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file.name)"))
            }
            try FileManager.default.copyItem(atPath: userTypes, toPath: "\(folder)/UserTypes.swift")
            try body(files.map { "\(folder)/\($0.name)" } + ["\(folder)/UserTypes.swift"])
        }
    }
}
