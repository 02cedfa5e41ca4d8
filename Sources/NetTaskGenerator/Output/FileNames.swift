/// Names generated files after their specs, no two alike.
///
/// `v2/api.nettask.yaml` becomes `v2.api.nettask.swift`: the folders stay in the name, since all files of a Swift module
/// must have different names, whatever folder they are in.
package struct FileNames {
    /// Lower-cased, since some file systems do not tell `Post` from `POST`.
    private var taken: Set<String> = []

    package init() {}

    package mutating func name(spec path: String, suffix: String? = nil) -> String {
        let base = Self.base(of: path) + (suffix.map { ".\($0)" } ?? "")
        var name = "\(base).nettask.swift"
        var count = 2
        while !taken.insert(name.lowercased()).inserted {
            name = "\(base)-\(count).nettask.swift"
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
}
