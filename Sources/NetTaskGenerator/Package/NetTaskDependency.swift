/// Where a generated package finds NetTask.
package enum NetTaskDependency: Sendable, Equatable {
    /// A checkout, by its path from the package, or an absolute one.
    case path(String)
    /// A repository, and the lowest of the versions that will do.
    case url(String, from: String)

    /// What stands in `dependencies:`. By its name a package in a folder of any name is found.
    var declaration: SwiftCode {
        switch self {
        case .path(let path): ".package(name: \"NetTask\", path: \(StringLiteral(path)))"
        case .url(let url, let version): ".package(url: \(StringLiteral(url)), from: \(StringLiteral(version)))"
        }
    }

    /// How products name the package: for a repository, by the last part of its address.
    var packageName: StringLiteral {
        switch self {
        case .path:
            return StringLiteral("NetTask")
        case .url(let url, _):
            var name = url.split(separator: "/").last.map(String.init) ?? "NetTask"
            if name.hasSuffix(".git") { name.removeLast(4) }
            return StringLiteral(name)
        }
    }
}
