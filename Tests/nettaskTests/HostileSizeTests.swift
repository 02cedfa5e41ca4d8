import Foundation
import Testing

/// What the largest of wrong inputs may cost, as `SECURITY.md` promises.
@Suite("Hostile input of any size", .serialized, .timeLimit(.minutes(5)))
struct HostileSizeTests {
    private let nettask = Tool()

    /// In megabytes.
    private static let memoryLimit = 512

    private static let header = "nettask: 1\nclient: Shop\nbaseURL: https://shop.example.com\n"

    /// Specs in which everything is wrong, by what is.
    private static let specs: [String: @Sendable (Int) -> String] = [
        "unknown keys": { count in
            header + "endpoints: {" + (0..<count).map { "E\($0): {urx: i}" }.joined(separator: ", ") + "}"
        },
        "unknown types": { count in
            header + "endpoints: {" + (0..<count).map { "E\($0): {uri: i, response: Xx\($0)}" }.joined(separator: ", ")
                + "}"
        },
        "unknown types of fields": { count in
            header + "shapes: {S: {fields: {" + (0..<count).map { "f\($0): Xx\($0)" }.joined(separator: ", ") + "}}}"
        },
        "names of one case": { count in
            header + "shapes: {S: {enum: ["
                + (0..<count).map { "a\(String(repeating: "-", count: $0 % 9))b" }
                .joined(separator: ", ") + "]}}"
        },
    ]

    @Test("A spec with 100,000 errors lists 200 of them, in at most 512 MB", arguments: specs.keys.sorted())
    func wrongSpecs(kind: String) throws {
        // given
        let spec = try #require(Self.specs[kind])
        try nettask.write(spec(100_000), to: "a.nettask.yaml")
        // when
        let (errors, megabytes) = try measured(nettask, "validate", "a.nettask.yaml")
        // then
        #expect(errors.split(separator: "\n").count { $0.contains(": error: ") } == 201)
        #expect(megabytes <= Self.memoryLimit)
    }

    @Test("A correct spec of 90,000 values needs at most 320 MB")
    func largeSpec() throws {
        // given
        let endpoints = (0..<15_000).map { "E\($0): {uri: i, description: \(String(repeating: "x", count: 20))}" }
        try nettask.write(Self.header + "endpoints: {\(endpoints.joined(separator: ", "))}", to: "a.nettask.yaml")
        // when
        let (errors, megabytes) = try measured(nettask, "validate", "a.nettask.yaml")
        // then
        #expect(errors == "")
        #expect(megabytes <= 320)
    }

    @Test(
        "A document with 20,000 operations needs at most 512 MB, and lists 200 errors and warnings of each kind",
        arguments: [true, false]
    )
    func documents(isWrong: Bool) throws {
        // given
        let paths = (0..<20_000).map { number in
            let wrong = ##"{"parameters": [{"$ref": "#/x\##(number)"}]}"##
            let right = #"{"responses": {"200": {"description": ""}}}"#
            return #""/p\#(number)": {"get": \#(isWrong ? wrong : right)}"#
        }
        let head = #"{"openapi": "3.0.3", "info": {"title": "A", "version": "1"}, "paths": {"#
        try nettask.write(head + paths.joined(separator: ", ") + "}}", to: "api.json")
        // when
        let (errors, megabytes) = try measured(nettask, "import", "api.json", "--output", "out", "--verbose")
        // then: a warning becomes an error where an operation is left out for it
        #expect(errors.split(separator: "\n").count { $0.contains(": error: ") } <= 402)
        #expect(megabytes <= Self.memoryLimit)
    }

    /// What the program writes to standard error, and the most memory that it has taken, in megabytes.
    private func measured(_ nettask: Tool, _ arguments: String...) throws -> (errors: String, megabytes: Int) {
        // The system counts the memory of a process that was started before its program was for it, so that a small one starts it.
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            print(peak // (1 << 20 if sys.platform == "darwin" else 1 << 10))
            """
        let python = Tool(folder: nettask.folder, executable: URL(fileURLWithPath: "/usr/bin/env"))
        let result = try python.run(["python3", "-c", script, nettask.executable.path] + arguments)
        return (result.errors, try #require(Int(result.output.dropLast()), "\(result.errors)"))
    }
}
