import Foundation

/// The number of Swift files for a spec, so that an edit of it compiles little code.
///
/// SwiftPM needs the outputs of a plugin before the spec is decoded, and runs the plugin again only when it plans the build.
/// So the number depends only on the sizes of the spec's files, in steps of two, and is passed to `nettask-generate`.
struct SpecParts {
    /// The bytes of a spec per Swift file: about a dozen endpoints of a large API with their shapes, which compile in about
    /// a second.
    private static let bytesInPart = 16_384
    private static let most = 256

    /// The number; 1 for a spec with a single Swift file.
    let count: Int

    init(of files: [URL]) {
        let sizes = files.map { (try? $0.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 }
        let size = sizes.reduce(0, +)
        var count = 1
        while count < Self.most, size > count * Self.bytesInPart { count *= 2 }
        self.count = count
    }

    /// The names of the files, as in `nettask-generate`: one for the namespace, and the parts.
    func fileNames(baseName: String) -> [String] {
        var names = ["\(baseName).nettask.swift"]
        if count > 1 { names += (1...count).map { "\(baseName).part-\($0).nettask.swift" } }
        return names
    }
}

/// Makes file names unique, as in `nettask-generate`: the template `Mocks` with `api.nettask.yaml`, and
/// `api.Mocks.nettask.yaml`, would have the same output.
struct OutputNames {
    /// The names in lowercase, because some file systems are case-insensitive.
    private var taken: Set<String> = []

    /// - Parameter name: `api.Mocks.nettask.swift`
    /// - Returns: The name itself, or `api.Mocks-2.nettask.swift` if it is used.
    mutating func unique(_ name: String) -> String {
        var (unique, count) = (name, 2)
        while !taken.insert(unique.lowercased()).inserted {
            unique = "\(name.dropLast(".nettask.swift".count))-\(count).nettask.swift"
            count += 1
        }
        return unique
    }
}
