import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// The differences of two specs, which must be right. Each is a line: in which spec and where it is, what breaks, the path
/// and the message.
///
/// The specs go without their first two lines, so that theirs is the third.
func differences(
    _ old: String,
    _ new: String,
    sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
    let head = "nettask: 1\nclient: Shop\n"
    return differences(["a.nettask.yaml": head + old], ["a.nettask.yaml": head + new], sourceLocation: sourceLocation)
}

/// The same of runs of several files.
func differences(
    _ old: [String: String],
    _ new: [String: String],
    sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
    let results = [old, new].map { texts in
        SpecReader.read(sources: texts.keys.sorted().map { .init(path: $0, text: texts[$0] ?? "") })
    }
    for result in results { #expect(result.diagnostics.map(\.description) == [], sourceLocation: sourceLocation) }
    return SpecComparison(old: results[0], new: results[1]).differences.map { difference in
        let place = difference.place.range.start
        let file = difference.place.file == "a.nettask.yaml" ? "" : "\(difference.place.file) "
        let kinds = Difference.Kind.allCases.filter(difference.kinds.contains).map(\.rawValue).joined(separator: "+")
        return
            "\(difference.side) \(file)\(place.line):\(place.column) \(kinds) \(difference.path): \(difference.message)"
    }
}
