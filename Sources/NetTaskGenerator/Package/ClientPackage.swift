package import NetTaskSpec

/// The files that make a package of generated Swift, beside that Swift.
package struct ClientPackage: Sendable {
    let name: String
    let specs: [Spec]
    let dependency: NetTaskDependency

    /// - Parameter name: What the package, its product and its module are called: an identifier.
    package init(name: String, specs: [Spec], dependency: NetTaskDependency) {
        self.name = name
        self.specs = specs
        self.dependency = dependency
    }

    /// Where the Swift of the specs goes, from the folder of the package.
    package var sources: String { "Sources/\(name)" }

    package var files: [PackageFile] {
        [
            PackageFile(path: "Package.swift", mark: .swift, lines: manifest.map(\.text), linesBeforeMark: 1),
            PackageFile(path: "README.md", mark: .markdown, lines: readme),
            PackageFile(path: ".gitignore", mark: .shell, lines: [".build/", ".swiftpm/", ".DS_Store"]),
            PackageFile(path: "Tests/\(name)Tests/FirstTests.swift", mark: .swift, lines: [""] + test.map(\.text)),
        ]
    }

    private var module: SwiftCode { "\(Identifier(name))" }
    private var title: StringLiteral { StringLiteral(name) }
    private var tests: StringLiteral { StringLiteral("\(name)Tests") }

    private var manifest: [SwiftCode] {
        [
            "// swift-tools-version: 6.1",
            "",
            "import PackageDescription",
            "",
            "let package = Package(",
            "    name: \(title),",
            "    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],",
            "    products: [",
            "        .library(name: \(title), targets: [\(title)])",
            "    ],",
            "    dependencies: [",
            "        \(dependency.declaration)",
            "    ],",
            "    targets: [",
            "        .target(",
            "            name: \(title),",
        ] + targetDependencies + [
            "        ),",
            "        .testTarget(",
            "            name: \(tests),",
            "            dependencies: [",
            "                \(title),",
            "                \(product("NetTaskRuntime")),",
            "                \(product("NetTaskTesting")),",
            "            ]",
            "        ),",
            "    ]",
            ")",
        ]
    }

    /// What the generated code imports.
    private var targetDependencies: [SwiftCode] {
        let runtime = product("NetTaskRuntime")
        guard specs.contains(where: { $0.endpoints.contains(where: \.isDurable) }) else {
            return ["            dependencies: [\(runtime)]"]
        }
        return [
            "            dependencies: [",
            "                \(product("NetTaskDurable")),",
            "                \(runtime),",
            "            ]",
        ]
    }

    private func product(_ name: SwiftCode) -> SwiftCode {
        ".product(name: \"\(name)\", package: \(dependency.packageName))"
    }

    private var example: ExampleCall? { ExampleCall(of: specs) }

    /// What the README and the test import, sorted.
    private func imports(_ modules: [SwiftCode]) -> [SwiftCode] {
        (modules + [module]).sorted { $0.text < $1.text }.map { "import \($0)" }
    }

    private var readme: [String] {
        var lines = ["", "# \(name)", ""]
        for spec in specs {
            if let description = spec.description {
                lines += description.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
                    DocComment.visible($0)
                }
                if lines.last != "" { lines.append("") }
            }
        }
        lines += ["A client made by NetTask from a description of its endpoints, as plain Swift.", ""]
        if let example {
            let queue: SwiftCode =
                example.lacksBaseURL
                ? "let queue = HTTPNetTaskQueue(baseURL: \"https://example.com\")" : "let queue = HTTPNetTaskQueue()"
            let call = example.lines(after: "let task = ", indentation: 0)
            lines += ["```swift"]
            lines += imports(["Foundation", "NetTaskRuntime"]).map(\.text)
            let run: SwiftCode = example.hasResponse ? "let response = " : ""
            lines += ["", queue.text] + call.map(\.text) + ["\(run.text)try await queue.run(task)", "```", ""]
        }
        lines += ["`swift test` sends nothing over the network: tests are answered by `NetTaskTesting`.", ""]
        switch dependency {
        case .path(let path):
            lines += [
                "`Package.swift` takes NetTask from the folder `\(DocComment.visible(path))`. To publish this package, generate it",
                "again with `--nettask-url` and `--nettask-from`, the address and version of a NetTask that others can fetch.",
            ]
        case .url:
            lines += [
                "`Package.swift` takes NetTask from a repository; its version is what this client was generated for."
            ]
        }
        lines += [
            "",
            "`nettask generate --package \(name)` makes all of this anew. A file whose mark, the line with \"Generated by nettask\",",
            "is removed is left as it is.",
        ]
        return lines
    }

    private var test: [SwiftCode] {
        var lines = imports(["Foundation", "NetTaskRuntime", "NetTaskTesting", "Testing"])
        lines += ["", "@Suite(\(title))", "struct FirstTests {"]
        if let example {
            lines += [
                "    @Test(\"a task is sent once, and fails as it is answered\")",
                "    func sends() async throws {",
                "        let mock = HTTPMockHandler()",
                "        mock.on(\(example.type).self) { _, _ in .status(400) }",
                "        let queue = HTTPNetTaskQueue(handler: mock)",
            ]
            lines += example.lines(after: "let task = ", indentation: 8).map { $0.indented(by: 8) }
            lines += [
                "",
                "        await #expect(throws: (any Error).self) {",
                "            _ = try await queue.run(task, .retry(RetryPolicy(maxRetryCount: 0)))",
                "        }",
                "        #expect(mock.calls(of: \(example.type).self).count == 1)",
                "    }",
            ]
        } else {
            lines += ["    @Test(\"it compiles\") func compiles() {}"]
        }
        return lines + ["}"]
    }
}
