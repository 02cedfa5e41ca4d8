import Foundation

/// Over how many Swift files a spec is spread, so that an edit of it compiles little.
///
/// SwiftPM wants to know the outputs of a plugin before anything has read the spec, and asks again only when it plans the build
/// anew. So the number follows from the sizes of the files that are read for it alone, in steps of two, and is told to `nettask-generate`.
struct SpecParts {
    /// A file of Swift for each 16 KB of a spec: about a dozen endpoints of a large API with their shapes, which compile in about
    /// a second.
    private static let bytesInPart = 16_384
    private static let most = 256

    /// 1 for a spec that becomes a single file.
    let count: Int

    init(of files: [URL]) {
        let sizes = files.map { (try? $0.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 }
        let size = sizes.reduce(0, +)
        var count = 1
        while count < Self.most, size > count * Self.bytesInPart { count *= 2 }
        self.count = count
    }

    /// The names of the files, as `nettask-generate` gives them: one for the namespace, and the parts.
    func fileNames(baseName: String) -> [String] {
        var names = ["\(baseName).nettask.swift"]
        if count > 1 { names += (1...count).map { "\(baseName).part-\($0).nettask.swift" } }
        return names
    }
}

/// Tells files apart as `nettask-generate` does: what the template `Mocks` makes of `api.nettask.yaml`, and `api.Mocks.nettask.yaml`.
struct OutputNames {
    /// Lower-cased, since some file systems do not tell `Post` from `POST`.
    private var taken: Set<String> = []

    /// - Parameter name: `api.Mocks.nettask.swift`
    /// - Returns: the name itself, or `api.Mocks-2.nettask.swift` where it is taken.
    mutating func unique(_ name: String) -> String {
        var (unique, count) = (name, 2)
        while !taken.insert(unique.lowercased()).inserted {
            unique = "\(name.dropLast(".nettask.swift".count))-\(count).nettask.swift"
            count += 1
        }
        return unique
    }
}
