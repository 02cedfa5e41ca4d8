/// A folder of a command line that is of no use.
package enum SpecFilesError: Error, CustomStringConvertible {
    case noSpecs(folder: String)
    case unreadable(folder: String)

    package var description: String {
        switch self {
        case .noSpecs(let folder): "\(folder) holds no *.nettask.yaml; `nettask init` makes one to start from"
        case .unreadable(let folder): "the folder \(folder) cannot be read"
        }
    }
}
