import Foundation
import Testing

/// The compiler keeps modules apart. Folders of one module are kept apart by this test.
@Suite("The order and the size of the runtime's folders")
struct FolderOrderTests {
    /// Each folder comes after those that it may use.
    private static let folders = [
        "NetTaskSystem", "NetTaskBase", "NetTaskCore/Task", "NetTaskCore/Queue", "NetTaskPacking/Packing",
        "NetTaskPacking/JSON", "NetTaskHTTP/Files", "NetTaskHTTP/Message", "NetTaskHTTP/Cookies",
        "NetTaskHTTP/Exchange",
        "NetTaskHTTP/Authentication",
        "NetTaskURLSession",
    ]
    /// The folders of the module for mocks, in the same order.
    private static let mocks = [
        "Description", "Checking", "Values", "Requests", "Replies", "Typed", "Resources", "Engine", "Contract",
    ].map { "NetTaskMocks/\($0)" }
    /// The folders of the module for recordings, in the same order.
    private static let recordings = ["HAR", "Recording"].map { "NetTaskRecordings/\($0)" }
    /// The earlier folders that a folder does not use.
    private static let apart: [String: Set<String>] = [
        "NetTaskPacking/Packing": ["NetTaskCore/Task", "NetTaskCore/Queue"],
        "NetTaskPacking/JSON": ["NetTaskCore/Task", "NetTaskCore/Queue"],
    ]

    @Test("A folder uses only declarations of the folders below it", arguments: [folders, mocks, recordings])
    func order(folders: [String]) throws {
        // given
        let declared = try Dictionary(uniqueKeysWithValues: folders.map { ($0, try declarations(in: $0)) })
        // then
        for (index, folder) in folders.enumerated() {
            let others = Set(folders[(index + 1)...]).union(Self.apart[folder] ?? [])
            for (file, code) in try code(of: folder) {
                let words = words(of: code)
                for other in others {
                    let names = words.intersection(declared[other] ?? []).subtracting(declared[folder] ?? [])
                    #expect(names.isEmpty, "\(folder)/\(file) uses \(names.sorted()) of \(other)")
                }
            }
        }
    }

    @Test("The durable queue names HTTP in one folder only")
    func durableQueue() throws {
        // given
        let declared = try declarations(in: "NetTaskHTTP").subtracting(try declarations(in: "NetTaskDurable"))
        // then
        for (file, code) in try code(of: "NetTaskDurable") where !file.hasPrefix("HTTP/") {
            let names = words(of: code).filter { declared.contains($0) || $0.contains("HTTP") }
            #expect(names.isEmpty, "NetTaskDurable/\(file) uses \(names.sorted()) of HTTP")
        }
    }

    @Test("A server links only the parts of Foundation without ICU")
    func foundation() throws {
        let modules = [
            "NetTaskAsyncHTTPClient", "NetTaskBase", "NetTaskCore", "NetTaskHTTP", "NetTaskOAuth",
            "NetTaskObservability",
            "NetTaskPacking", "NetTaskRateLimits", "NetTaskServiceLifecycle", "NetTaskStreams", "NetTaskValidation",
            "NetTaskWebhooks",
        ]
        for module in modules {
            for (file, code) in try code(of: module) {
                #expect(!code.contains("import Foundation"), "\(module)/\(file) has to import NetTaskSystem")
            }
        }
    }

    @Test("The declarations of a folder are found")
    func found() throws {
        #expect(try declarations(in: "NetTaskBase").isSuperset(of: ["Locked", "ParseError", "excerpt"]))
        #expect(try declarations(in: "NetTaskCore/Queue").isSuperset(of: ["NetTaskQueue", "TaskRecord", "awaitAll"]))
        #expect(try declarations(in: "NetTaskHTTP/Message").isSuperset(of: ["StatusError", "NetTaskError"]))
    }

    /// The maximum number of lines of code in a module, without blank lines and comments. If a feature exceeds it, first remove
    /// code elsewhere. The goal is 3,300 for `NetTaskCore`, and 9,900 for all modules: lower these numbers after each deletion.
    /// `NetTaskSystem` contains about 80 lines that replace functions of Foundation, so that servers do not link ICU.
    private static let bounds = ["NetTaskCore": 3_500, "NetTaskPacking": 3_325, "NetTaskHTTP": 3_100]
    private static let bound = 11_218

    @Test("The modules have at most as many lines of code as their bounds, each and in all")
    func size() throws {
        let modules = Set(Self.folders.map { String($0.prefix { $0 != "/" }) })
        let sizes = try Dictionary(uniqueKeysWithValues: modules.map { ($0, try lineCount(of: $0)) })
        for (module, bound) in Self.bounds {
            #expect(sizes[module] ?? .max <= bound, "\(module)")
        }
        #expect(sizes.values.reduce(0, +) <= Self.bound)
    }

    private func lineCount(of module: String) throws -> Int {
        try code(of: module).reduce(0) { count, file in
            count + file.code.split(separator: "\n").count { !$0.allSatisfy(\.isWhitespace) }
        }
    }

    private func words(of code: String) -> Set<String> {
        Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }

    /// The names of the types and functions at the top level of a folder's files that other files can use.
    private func declarations(in folder: String) throws -> Set<String> {
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "protocol", "actor", "typealias", "func", "let", "var",
        ]
        let hidden: Set<Substring> = ["private", "fileprivate", "extension", "import"]
        var names: Set<String> = []
        for (_, code) in try code(of: folder) {
            for line in code.split(separator: "\n") where line.first?.isLetter == true {
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count,
                    hidden.isDisjoint(with: words[..<keyword])
                else { continue }
                names.insert(String(words[keyword + 1]))
            }
        }
        return names
    }

    /// The files of a folder, without comments and the texts of simple literals.
    private func code(of folder: String) throws -> [(file: String, code: String)] {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let url = package.appendingPathComponent("Sources/\(folder)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".swift") }
        #expect(!files.isEmpty)
        return try files.map { file in
            let text = try String(contentsOf: url.appendingPathComponent(file), encoding: .utf8)
            let code = text.replacing(/"[^"\\\n]*"/, with: "\"\"").replacing(/\/\/.*/, with: "")
            return (file, code)
        }
    }
}
