import NetTaskSpec

/// Names generated files after their specs, no two alike.
///
/// `v2/api.nettask.yaml` becomes `v2.api.nettask.swift`: the folders stay in the name, since all files of a Swift module
/// must have different names, whatever folder they are in.
package struct FileNames {
    /// Lower-cased, since some file systems do not tell `Post` from `POST`.
    private var taken: Set<String> = []

    package init() {}

    /// Whether a generated file can be called so: `api.nettask.swift`, but no spec. Files of other names are never touched.
    static func isGenerated(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        return parts.dropLast().last == "nettask" && parts.last.map { !specExtensions.contains(String($0)) } == true
    }

    static let specExtensions: Set<String> = ["yaml", "yml"]

    /// The most bytes of a name without its ending: file systems have 255 at least for the whole.
    private static let longest = 200

    package mutating func name(spec path: String, suffix: String? = nil, extension: String = "swift") -> String {
        let ending = ".nettask.\(`extension`)"
        let base = Self.shortened(Self.base(of: path) + (suffix.map { ".\($0)" } ?? ""))
        var name = "\(base)\(ending)"
        var count = 2
        while !taken.insert(name.lowercased()).inserted {
            name = "\(base)-\(count)\(ending)"
            count += 1
        }
        return name
    }

    private static func base(of path: String) -> String {
        var path = path
        for ending in [".nettask.yaml", ".nettask.yml", ".yaml", ".yml"] where path.hasSuffix(ending) {
            path.removeLast(ending.count)
            break
        }
        return path.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: ".")
    }

    /// Cuts a name that no file can have, and tells it apart from others that begin alike by a hash.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        var start = name
        while start.utf8.count > longest - 17 { start.removeLast() }
        return "\(start)-\(String(StableHash.of(name), radix: 16))"
    }
}
