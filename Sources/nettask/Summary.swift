import NetTaskGenerator
import NetTaskSpec

/// What `generate` tells of a run.
struct Summary {
    let specs: [Spec]
    let changes: OutputFolder.Changes
    let folder: String
    let isCheck: Bool

    func print(took duration: Duration) {
        for (verb, names) in [
            (isCheck ? "would create" : "created", changes.created),
            (isCheck ? "would update" : "updated", changes.updated),
            (isCheck ? "would remove" : "removed", changes.removed),
            ("unchanged", changes.unchanged),
        ] {
            for name in names { Swift.print("\(verb) \(folder)/\(name)") }
        }
        let changed = changes.created.count + changes.updated.count + changes.removed.count
        Swift.print(
            "\(counts): \(Self.count(changed, "file")) \(isCheck ? "would change" : "changed"), "
                + "\(changes.unchanged.count) unchanged, in \(Self.milliseconds(duration)) ms"
        )
    }

    /// "2 specs, 5 endpoints, 3 shapes"
    private var counts: String {
        let endpoints = specs.reduce(0) { $0 + $1.endpoints.count }
        let shapes = specs.reduce(0) { $0 + $1.shapes.count }
        return [
            Self.count(Set(specs.flatMap(\.paths)).count, "spec"), Self.count(endpoints, "endpoint"),
            Self.count(shapes, "shape"),
        ].joined(separator: ", ")
    }

    /// The files of a package beside the generated Swift.
    func print(_ changes: PackageFolder.Changes, in folder: String) {
        for (verb, names) in [
            (isCheck ? "would create" : "created", changes.created),
            (isCheck ? "would update" : "updated", changes.updated),
            ("unchanged", changes.unchanged),
            ("left as it is, since it is not nettask's:", changes.kept),
        ] {
            for name in names { Swift.print("\(verb) \(folder)/\(name)") }
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
