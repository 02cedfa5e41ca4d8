import Foundation
import NetTaskGenerator
import NetTaskInterpreter
import NetTaskRuntime
import NetTaskSpec

/// Endpoints with values for their tasks and replies to them: sent once by generated code, once by the interpreter.
struct Twin {
    struct Subject {
        let spec: Spec
        let endpoint: Endpoint
        let replies: [CannedReply]

        var name: String { "\(spec.client.swift).\(endpoint.qualifiedName)" }
    }

    private(set) var specs: [Spec] = []
    private(set) var subjects: [Subject] = []

    /// - Parameter seed: Of the values and the replies.
    init(_ specs: [Spec], seed: UInt64) {
        for (index, var spec) in specs.enumerated() {
            var values = RandomValues(spec, seed: seed &+ UInt64(index))
            spec.hasExamples = true
            // What is the user's Swift is not there; what is stored is not what is sent; elements are read one by one; and what
            // takes long is polled.
            spec.defaults.delivery.durability = nil
            spec.endpoints = spec.endpoints.filter { endpoint in
                !endpoint.needsSwift(spec.shapesByName) && endpoint.response != .elements && endpoint.longRunning == nil
            }
            for index in spec.shapes.indices { spec.shapes[index].example = nil }
            for index in spec.endpoints.indices {
                spec.endpoints[index].delivery.durability = nil
                spec.endpoints[index].example = values.example(of: spec.endpoints[index])
                let replies = values.replies(to: spec.endpoints[index])
                subjects.append(Subject(spec: spec, endpoint: spec.endpoints[index], replies: replies))
            }
            self.specs.append(spec)
        }
    }

    // MARK: The interpreter

    func interpreted(_ subject: Subject) async throws -> [String] {
        let endpoint = subject.endpoint
        let values = endpoint.example?.values(endpoint.members, subject.spec.shapesByName) ?? [:]
        let task = try InterpretedTask(endpoint, of: subject.spec, values)
        return await Exchanges.lines(
            Sent(task: task),
            subject.replies,
            options: [],
            { outcome, reply in
                switch outcome {
                case .response(let value): value.dump
                case .failure(let body): "status \(reply.code): \(body.dump)"
                }
            },
            failure: { error, _ in "\(error)" }
        )
    }

    private struct Sent: NetTask {
        typealias Rejection = StatusError

        let task: InterpretedTask

        func pack() throws -> HTTPMessage { try task.pack(idempotencyKey: "key-1") }

        func parse(_ reply: HTTPReply) throws -> InterpretedTask.Outcome { try task.outcome(of: reply) }
    }

    // MARK: Generated code

    /// What generated code does, compiled and run, by the numbers of the subjects.
    func generated() throws -> [Int: [String]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "twin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [String] = []
        func write(_ text: String, to name: String) throws {
            files.append(folder.appending(path: name).path)
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        for (index, spec) in specs.enumerated() {
            for (part, file) in try Generator().files(for: [spec]).enumerated() {
                try write(file.text, to: "client-\(index)-\(part).swift")
            }
        }
        try write(String(contentsOf: Self.source("Support/Exchanges.swift"), encoding: .utf8), to: "Exchanges.swift")
        try write(String(contentsOf: Self.source("Twin/Driver.swift"), encoding: .utf8), to: "Driver.swift")
        let starts = Array(stride(from: 0, to: subjects.count, by: 40))
        for start in starts {
            let calls = subjects.indices[start..<min(start + 40, subjects.count)].map { index in
                "    await Driver.send(\(index), \(subjects[index].swiftName).example)\n"
            }
            try write("func send\(start)() async {\n\(calls.joined())}\n", to: "send-\(start).swift")
        }
        let sends = starts.map { "    await send\($0)()\n" }.joined()
        try write("func sendAll() async {\n\(sends)}\n", to: "send.swift")
        let replies = folder.appending(path: "replies.json")
        try JSONEncoder().encode(subjects.map(\.replies)).write(to: replies)

        let program = folder.appending(path: "twin").path
        let objects = try [
            "NetTaskSystem", "NetTaskBase", "NetTaskCore", "NetTaskPacking", "NetTaskHTTP", "NetTaskURLSession",
            "NetTaskRuntime",
            "NetTaskStreams", "NetTaskValidation", "HTTPTypes",
        ].flatMap(Self.objects)
        let built = try Self.run(
            ["swiftc", "-parse-as-library", "-swift-version", "6", "-suppress-warnings", "-package-name", "twin"]
                + ["-module-name", "Twin", "-j", "2", "-I", Self.modules, "-o", program] + files + objects
        )
        guard built.status == 0 else { throw TwinError(message: built.output) }
        let ran = try Self.run([program, replies.path])
        guard ran.status == 0 else { throw TwinError(message: ran.output) }
        var lines: [Int: [String]] = [:]
        for line in ran.output.split(separator: "\n") {
            guard let space = line.firstIndex(of: " "), let index = Int(line[..<space]) else { continue }
            lines[index, default: []].append(String(line[line.index(after: space)...]))
        }
        return lines
    }

    private static func source(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: name)
    }

    /// Where SwiftPM puts what these tests were built with: beside the tests themselves. From Swift 6.4 on, the modules have no
    /// folder of their own, and each module is one object.
    private static let (products, modules): (String, String) = {
        var folder = Bundle.main.bundleURL
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            folder = URL(fileURLWithPath: argument)
        }
        while folder.path != "/" {
            for modules in [folder.path + "/Modules", folder.path]
            where FileManager.default.fileExists(atPath: modules + "/NetTaskRuntime.swiftmodule") {
                return (folder.path, modules)
            }
            folder.deleteLastPathComponent()
        }
        return (folder.path, folder.path)
    }()

    private static func objects(of module: String) throws -> [String] {
        let object = "\(products)/\(module).o"
        if FileManager.default.fileExists(atPath: object) { return [object] }
        let folder = "\(products)/\(module).build"
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".o") }
            .map { "\(folder)/\($0)" }
    }

    private static func run(_ command: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}

struct TwinError: Error {
    let message: String
}

extension Twin.Subject {
    /// Each name in backticks, since it may be a word of Swift's.
    fileprivate var swiftName: String {
        name.split(separator: ".").map { "`\($0)`" }.joined(separator: ".")
    }
}

extension Endpoint {
    /// Whether a function or a type of the user's is needed.
    fileprivate func needsSwift(_ shapes: [String: Shape]) -> Bool {
        if params.contains(where: { $0.transform != nil }) { return true }
        var types = members.map(\.type) + responseHeaders.map(\.type) + errors.flatMap(\.types)
        switch response {
        case .json(let type, _): types.append(type)
        case .fields(let fields):
            if fields.contains(where: { $0.readTransform != nil }) { return true }
            types += fields.map(\.type)
        case .contents(let contents): types += contents.map(\.type)
        case .statuses(let bodies): types += bodies.flatMap(\.types)
        case .none, .text, .data, .file, .elements: break
        }
        var seen: Set<String> = []
        var pending = types.compactMap(\.shape)
        while let name = pending.popLast() {
            guard seen.insert(name).inserted, let shape = shapes[name] else { continue }
            switch shape.kind {
            case .custom: return true
            case .object(let fields):
                if fields.contains(where: { $0.transform != nil || $0.readTransform != nil }) { return true }
                pending += fields.compactMap(\.type.shape)
            case .alternatives(let alternatives): pending += alternatives.cases.compactMap(\.type.shape)
            case .enumeration: break
            }
        }
        return false
    }
}
