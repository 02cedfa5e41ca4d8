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
        let endpoints = specs.reduce(0) { $0 + $1.endpoints.count }
        let shapes = specs.reduce(0) { $0 + $1.shapes.count }
        let changed = changes.created.count + changes.updated.count + changes.removed.count
        Swift.print(
            "\(count(Set(specs.flatMap(\.paths)).count, "spec")), \(count(endpoints, "endpoint")), \(count(shapes, "shape")): "
                + "\(count(changed, "file")) \(isCheck ? "would change" : "changed"), \(changes.unchanged.count) unchanged, "
                + "in \(milliseconds(duration)) ms"
        )
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

    private func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
