import Foundation

/// The target of the plugin has no spec.
struct MissingSpec: Error, CustomStringConvertible {
    let folder: URL
    let files: [URL]

    var description: String {
        let problem = "NetTaskPlugin found no *.nettask.yaml in \(folder.path)"
        guard let file = nearest else { return "\(problem): add a spec, or remove the plugin from the target" }
        let name = file.deletingPathExtension().lastPathComponent
        let stem = name.hasSuffix(".nettask") ? name : "\(name).nettask"
        return "\(problem): rename \(file.lastPathComponent) to \(stem).yaml"
    }

    /// The file that is most likely the spec: one that begins like a spec, or else any YAML file.
    private var nearest: URL? {
        let files = files.filter { ["yaml", "yml"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
        let spec = files.first { file in
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("nettask:") }
        }
        return spec ?? files.first
    }
}
