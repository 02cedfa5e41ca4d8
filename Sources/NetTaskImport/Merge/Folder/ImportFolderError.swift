package import NetTaskSpec

/// Why a folder cannot be imported into.
package enum ImportFolderError: Error, Equatable {
    /// There are specs, but not what an import wrote of them.
    case noBase(folder: String)
    /// A file of the base is not there.
    case missingBase(folder: String, name: String)
    /// A file of the base is no YAML.
    case brokenBase(folder: String, diagnostics: [Diagnostic])
    case unreadable(path: String)
    /// Somebody wrote a file while it was merged.
    case changedMeanwhile(path: String)
    case cannotWrite(path: String, reason: String)
    /// There is a file of the report's name that no import wrote.
    case foreignReport(path: String)
}

extension ImportFolderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noBase(let folder):
            "\(folder) holds spec files, but no \(ImportFolder.baseFolder), which says what of them is imported; restore "
                + "that folder from git, or import into an empty folder"
        case .missingBase(let folder, let name):
            "\(folder)/\(ImportFolder.baseFolder) is not whole: \(name) is missing; \(Self.wayOut(folder))"
        case .brokenBase(let folder, let diagnostics):
            (["\(folder)/\(ImportFolder.baseFolder) is not as an import wrote it; \(Self.wayOut(folder))"]
                + diagnostics.map(\.description)).joined(separator: "\n")
        case .unreadable(let path):
            "\(path) cannot be read"
        case .changedMeanwhile(let path):
            "\(path) was changed while it was merged; nothing is lost: import again"
        case .cannotWrite(let path, let reason):
            "\(path) cannot be written: \(reason)"
        case .foreignReport(let path):
            "\(path) is no report of an import, which would replace it; rename it, or import into another folder"
        }
    }

    private static func wayOut(_ folder: String) -> String {
        "restore it from git; or, to import anew, delete \(folder)/\(ImportFolder.baseFolder) and the spec files that "
            + "were imported"
    }
}
