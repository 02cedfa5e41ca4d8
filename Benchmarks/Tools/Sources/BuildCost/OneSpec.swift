import Foundation

/// The specs of an import as a single spec.
enum OneSpec {
    /// The specs of an import, by name.
    static func files(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".nettask.yaml") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    static func text(ofSpecsIn folder: URL) throws -> String {
        text(of: try files(in: folder).map { try String(contentsOf: $0, encoding: .utf8) })
    }

    /// - Parameter specs: The texts. One of them is the client's and extends the others, whose `defaults` differ only by `auth`.
    static func text(of specs: [String]) -> String {
        var client: [String] = []
        var defaults: [String] = []
        var bodies: [String: [String]] = ["endpoints": [], "shapes": []]
        for spec in specs {
            let sections = sections(of: spec)
            let isClient = sections.contains { $0.key == "client" }
            for section in sections {
                if bodies[section.key] != nil {
                    bodies[section.key]! += section.lines.dropFirst()
                } else if section.key == "defaults" {
                    if section.lines.count > defaults.count { defaults = section.lines }
                } else if isClient, section.key != "extends" {
                    client += section.lines
                }
            }
        }
        return (client + defaults + ["shapes:"] + bodies["shapes"]! + ["endpoints:"] + bodies["endpoints"]!)
            .joined(separator: "\n") + "\n"
    }

    /// The parts below each key that is not indented. Comments in between belong to the part before.
    private static func sections(of spec: String) -> [(key: String, lines: [String])] {
        var sections: [(key: String, lines: [String])] = []
        for line in spec.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let first = line.first, first.isLetter, let colon = line.firstIndex(of: ":") {
                sections.append((String(line[..<colon]), [line]))
            } else if !sections.isEmpty {
                sections[sections.count - 1].lines.append(line)
            }
        }
        return sections
    }
}
