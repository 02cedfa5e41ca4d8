import PackagePlugin

/// The versions of NetTask and of NetTaskPrebuilt must be the same.
///
/// NetTaskPrebuilt cannot require its own version of NetTask in its manifest: SwiftPM ignores the dependencies of a package if only
/// its plugins are used.
enum VersionCheck {
    struct Difference: Error, CustomStringConvertible {
        let tool: String
        let runtime: String

        var description: String {
            """
            NetTaskPrebuilt \(tool) cannot generate code for NetTask \(runtime): require the same version of both in \
            Package.swift, and run `swift package update`
            """
        }
    }

    /// - Throws: A ``Difference``. A package without a version, such as one with a path, is not compared.
    static func run(_ package: Package) throws(Difference) {
        var versions: [String: String] = [:]
        for dependency in package.dependencies {
            switch dependency.package.origin {
            case .repository(_, let version, _), .registry(_, let version):
                // SwiftPM describes an optional version: `Optional(1.2.3)`, or `nil` for a branch.
                let number = version.drop { !$0.isNumber }.prefix { $0 != ")" }
                if !number.isEmpty { versions[dependency.package.displayName] = String(number) }
            default: break
            }
        }
        guard let tool = versions["NetTaskPrebuilt"], let runtime = versions["NetTask"], tool != runtime else { return }
        throw Difference(tool: tool, runtime: runtime)
    }
}
