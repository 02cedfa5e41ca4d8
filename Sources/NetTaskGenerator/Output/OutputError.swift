/// The output folder cannot be brought to what it should hold.
package enum OutputError: Error, Equatable, CustomStringConvertible {
    case notOurs(path: String)
    case ofAnotherSpec(path: String, spec: String, new: String)
    case noFolder(path: String)
    case cannotWrite(path: String, reason: String)

    package var description: String {
        switch self {
        case .notOurs(let path):
            "error: \(path) is in the way: nettask did not make it and will not replace it; move it or choose another --output"
        case .ofAnotherSpec(let path, let spec, let new):
            "error: \(path) was made from \(spec), not from \(new): choose another --output, say --prune to replace "
                + "what other specs made, or --root if it is the same spec from another folder"
        case .noFolder(let path):
            "error: \(path) is no folder that can be read; choose another --output"
        case .cannotWrite(let path, let reason):
            "error: \(path) cannot be written: \(reason)"
        }
    }
}
