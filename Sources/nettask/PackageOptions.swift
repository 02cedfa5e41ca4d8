import ArgumentParser
import Foundation
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskSpec

/// The options of `generate` for a package with the generated code.
struct PackageOptions: ParsableArguments {
    @Option(
        name: .customLong("package"),
        help: ArgumentHelp(
            "Write a package with this name: a library, a test and a README.",
            discussion: """
                The output folder is then that of the package. (default: the name) Files that nettask did not write are \
                kept.
                """
        )
    )
    var name: String?

    @Option(
        help: "For --package: the folder of a clone of NetTask, on which the package depends.",
        completion: .directory
    )
    var nettaskPath: String?

    @Option(help: "For --package: the address of a repository of NetTask, instead of --nettask-path.")
    var nettaskUrl: String?

    @Option(help: "For --package, with --nettask-url: the lowest version of NetTask.")
    var nettaskFrom: String?

    func validate() throws {
        guard let name else {
            guard nettaskPath == nil, nettaskUrl == nil, nettaskFrom == nil else {
                throw ValidationError(
                    "'--nettask-path', '--nettask-url' and '--nettask-from' need '--package'"
                )
            }
            return
        }
        guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil, !Self.takenNames.contains(name) else {
            throw ValidationError(
                "'--package \(name)' becomes the name of a Swift module: use letters, digits and _, and no imported module"
            )
        }
        switch (nettaskPath, nettaskUrl, nettaskFrom) {
        case (.some, nil, nil): break
        case (nil, .some, .some(let version)):
            guard version.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/) != nil else {
                throw ValidationError("'--nettask-from \(version)': write a version such as 1.0.0")
            }
        default:
            throw ValidationError(
                "'--package' needs '--nettask-path FOLDER', or '--nettask-url URL' and '--nettask-from VERSION'"
            )
        }
    }

    /// The modules that a client or its test imports.
    private static let takenNames: Set = [
        "Foundation", "HTTPTypes", "NetTask", "NetTaskBase", "NetTaskCore", "NetTaskHTTP", "NetTaskPacking",
        "NetTaskRuntime", "NetTaskTesting", "NetTaskURLSession", "Swift", "Testing",
    ]

    /// - Parameter folder: The folder of the package.
    func clientPackage(_ specs: [Spec], in folder: String) -> ClientPackage? {
        name.map { ClientPackage(name: $0, specs: specs, dependency: dependency(of: folder)) }
    }

    private func dependency(of folder: String) -> NetTaskDependency {
        if let nettaskUrl, let nettaskFrom { return .url(nettaskUrl, from: nettaskFrom) }
        let path = nettaskPath ?? ""
        // The argument is relative to the current folder, the path in Package.swift to the package.
        return .path(path.hasPrefix("/") ? path : SpecFiles.path(of: path, from: folder))
    }
}
