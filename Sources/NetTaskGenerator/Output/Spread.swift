import NetTaskSpec

/// Spreads the shapes and endpoints of a spec over a fixed number of files: a build plugin has to name its outputs before
/// anybody has read the spec, and one edit should leave most files as they were.
struct Spread {
    let count: Int

    /// - Parameter count: The number of files, 1 or more.
    init(over count: Int) {
        self.count = count
    }

    /// The file of a shape or an endpoint, from 0. It follows from its name and the number of files alone, so that
    /// nothing moves when others come and go.
    func index(of name: Name) -> Int {
        Int(StableHash.of(name.swift) % UInt64(count))
    }

    /// What a file adds to the name of the spec's: `part-1` is the first.
    func name(of index: Int) -> String { "part-\(index + 1)" }
}
