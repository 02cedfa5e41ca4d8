import Foundation

/// The protocols of the runtime and the members that conforming types inherit, read from the sources of the runtime.
struct RuntimeProtocols {
    /// Those that generated tasks conform to.
    static let ofTasks = [
        "HTTPNetTask", "HTTPStreamTask", "HTTPPagedTask", "HTTPLongRunningTask", "DurableNetTask", "StoredObject",
    ]
    /// Those that generated types of any kind conform to.
    static let ofGeneratedTypes =
        ofTasks + [
            "HTTPReplyReadable", "JSONReadable", "JSONScalar", "ParameterPackable", "ParameterValue", "StoredValue",
            "VerifiedWebhook",
        ]

    /// Read once, because it takes seconds.
    static let all = Result { try RuntimeProtocols() }

    struct Member: Hashable {
        var name: String
        var isInstanceProperty: Bool
    }

    private var parents: [String: [String]] = [:]
    private var members: [String: Set<Member>] = [:]

    /// Reads the public declarations of all modules that generated code can be compiled with.
    init() throws {
        let folder = URL(fileURLWithPath: Toolchain.packageFolder + "/Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            read(try String(contentsOf: file, encoding: .utf8))
        }
    }

    /// The members of these protocols, and of those that they refine.
    func members(inheritedFrom roots: [String]) -> Set<Member> {
        var pending = roots
        var seen: Set<String> = []
        var found: Set<Member> = []
        while let name = pending.popLast() {
            guard seen.insert(name).inserted else { continue }
            found.formUnion(members[name] ?? [])
            pending += parents[name] ?? []
        }
        return found
    }

    private mutating func read(_ source: String) {
        let declaration = /\b(protocol|extension)\s+(\w+)[^:{]*(:[^{]*?)?(\bwhere\b|\{|$)/
        var depth = 0
        var current: (name: String, depth: Int, isPublic: Bool)?
        for line in source.split(separator: "\n") {
            let code = String(line.replacing(/\/\/.*/, with: "").replacing(/"(\\.|[^"\\])*"/, with: ""))
            if let current {
                if depth == current.depth + 1, let member = Self.member(code, inPublic: current.isPublic) {
                    members[current.name, default: []].insert(member)
                }
            } else if let match = code.firstMatch(of: declaration) {
                let (isProtocol, name) = (match.1 == "protocol", String(match.2))
                current = (name, depth, isProtocol || code.contains(/^\s*public\s+extension/))
                if isProtocol { parents[name] = (match.3 ?? "").matches(of: /\w+/).map { String($0.0) } }
            }
            let before = depth
            depth += code.count { $0 == "{" } - code.count { $0 == "}" }
            if let open = current, depth <= open.depth, before > depth || code.contains("}") { current = nil }
        }
    }

    private static func member(_ code: String, inPublic isPublic: Bool) -> Member? {
        guard isPublic || code.contains(/\bpublic\b/) else { return nil }
        if code.contains(/^\s*(public\s+)?init\b/) { return Member(name: "init", isInstanceProperty: false) }
        guard let match = code.firstMatch(of: /\b(var|let|func|associatedtype|typealias|struct|enum|class)\s+(\w+)/)
        else { return nil }
        let isProperty = (match.1 == "var" || match.1 == "let") && !code.contains(/\bstatic\b/)
        return Member(name: String(match.2), isInstanceProperty: isProperty)
    }
}
