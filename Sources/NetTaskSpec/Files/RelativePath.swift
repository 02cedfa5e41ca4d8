/// Paths with slashes, as specs write them on all systems.
enum RelativePath {
    /// What `path` means in a file: relative to the folder that the file is in.
    static func path(_ path: String, from file: String) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return standardized((folder + [path[...]]).joined(separator: "/"))
    }

    /// The path without `.`, and without `..` as far as there is a folder to leave.
    static func standardized(_ path: String) -> String {
        let isAbsolute = path.hasPrefix("/")
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(part)
                continue
            }
            if let last = parts.last, last != ".." {
                parts.removeLast()
            } else if !isAbsolute {
                parts.append(part)
            }
        }
        return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    }
}
