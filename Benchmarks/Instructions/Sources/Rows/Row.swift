/// One row of the comparison: work on one thread, which is the same in every run.
package struct Row: Sendable {
    let name: String
    let prepare: @Sendable () throws -> () throws -> Bool

    /// - Parameter prepare: makes the data, and returns the work. The work returns whether its result is correct.
    package init(_ name: String, prepare: @escaping @Sendable () throws -> () throws -> Bool) {
        self.name = name
        self.prepare = prepare
    }

    /// Runs the row that the first argument names, or prints the names of all rows without an argument.
    ///
    /// The work runs twice. The first run loads code and fills caches; callgrind counts the second.
    package static func main(_ rows: [Row]) throws {
        guard let name = CommandLine.arguments.dropFirst().first else {
            return print(rows.map(\.name).joined(separator: "\n"))
        }
        guard let row = rows.first(where: { $0.name == name }) else {
            throw RowError(row: name, problem: "no such row")
        }
        let work = try row.prepare()
        guard try work(), try countedWork(work) else { throw RowError(row: name, problem: "the result is not correct") }
    }
}

/// `Scripts/bench-compare` has callgrind count the instructions of this function, which it finds by its name.
@inline(never)
private func countedWork(_ work: () throws -> Bool) throws -> Bool {
    try work()
}

/// A row that cannot be measured.
struct RowError: Error, CustomStringConvertible {
    let row: String
    let problem: String

    var description: String { "\(row): \(problem)" }
}
