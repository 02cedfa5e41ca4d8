import ArgumentParser
import Foundation
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskSpec

/// The options of `generate` that make a package of what is generated.
struct PackageOptions: ParsableArguments {
    @Option(
        name: .customLong("package"),
        help: ArgumentHelp(
            "Make a package of that name: a library, a test, a README.",
            discussion: """
                The output is then the folder of the package; by default, it has the name too. Files that nettask did not \
                make are left as they are.
                """
        )
    )
    var name: String?

    @Option(
        help: "For --package: the folder of a checkout of NetTask, which the package takes it from.",
        completion: .directory
    )
    var nettaskPath: String?

    @Option(help: "For --package: the address of a repository of NetTask, in place of --nettask-path.")
    var nettaskUrl: String?

    @Option(help: "For --package: the lowest version of NetTask that will do, with --nettask-url.")
    var nettaskFrom: String?

    func validate() throws {
        guard let name else {
            guard nettaskPath == nil, nettaskUrl == nil, nettaskFrom == nil else {
                throw ValidationError(
                    "--nettask-path, --nettask-url and --nettask-from say what a --package depends on"
                )
            }
            return
        }
        guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil, !Self.takenNames.contains(name) else {
            throw ValidationError("\(name) cannot be the name of a package; it becomes that of a Swift module")
        }
        switch (nettaskPath, nettaskUrl, nettaskFrom) {
        case (.some, nil, nil): break
        case (nil, .some, .some(let version)):
            guard version.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/) != nil else {
                throw ValidationError("--nettask-from takes a version such as 1.0.0, not \(version)")
            }
        default:
            throw ValidationError(
                "--package needs to know where NetTask is: --nettask-path FOLDER, or --nettask-url URL and --nettask-from VERSION"
            )
        }
    }

    /// Modules that a client or its test imports.
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
        // What is relative here has to be relative to the package there.
        return .path(path.hasPrefix("/") ? path : SpecFiles.path(of: path, from: folder))
    }
}
