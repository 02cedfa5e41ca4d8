#if PostgreSQL
    /// The result of a statement: rows in the order of the server. Indices start at 0.
    package struct PostgreSQLRows: Sendable, RandomAccessCollection {
        private let storage: Storage

        /// Makes a result.
        ///
        /// - Parameters:
        ///   - sql: the statement, for messages.
        ///   - types: the OIDs of the columns' types.
        ///   - cells: where each value is in `bytes`, row by row.
        ///   - bytes: all values in PostgreSQL's binary format.
        init(sql: String, types: [UInt32], cells: [Cell], bytes: [UInt8], count: Int, affectedCount: Int) {
            storage = Storage(
                sql: sql,
                types: types,
                cells: cells,
                bytes: bytes,
                count: count,
                affectedCount: affectedCount
            )
        }

        /// The number of rows that the statement inserted, changed, removed or returned.
        package var affectedCount: Int { storage.affectedCount }

        package var startIndex: Int { 0 }
        package var endIndex: Int { storage.count }

        package subscript(position: Int) -> PostgreSQLRow {
            precondition(position >= 0 && position < storage.count)
            return PostgreSQLRow(storage: storage, index: position)
        }

        /// Where a value starts and ends. The end is before the start for NULL.
        struct Cell: Sendable {
            static let null = Cell(start: 0, end: -1)
            let start: Int
            let end: Int
        }

        /// A class of its own, so that a row is a single reference.
        fileprivate final class Storage: Sendable {
            let sql: String
            let types: [UInt32]
            let cells: [Cell]
            let bytes: [UInt8]
            let count: Int
            let affectedCount: Int

            init(sql: String, types: [UInt32], cells: [Cell], bytes: [UInt8], count: Int, affectedCount: Int) {
                self.sql = sql
                self.types = types
                self.cells = cells
                self.bytes = bytes
                self.count = count
                self.affectedCount = affectedCount
            }
        }
    }

    /// One row of a result. Columns have positions, from 0.
    package struct PostgreSQLRow: Sendable {
        fileprivate let storage: PostgreSQLRows.Storage
        fileprivate let index: Int

        /// Returns the value of a column in the type of the context: `let id: Int64 = try row.get(0)`. An optional type allows
        /// NULL.
        ///
        /// - Throws: ``PostgreSQLError/unexpected(_:)`` if the column has another type, is NULL, or does not exist.
        package func get<Value: PostgreSQLDecodable>(
            _ column: Int,
            as type: Value.Type = Value.self
        ) throws(PostgreSQLError) -> Value {
            let count = storage.types.count
            guard column >= 0, column < count else {
                throw unexpected("there is no column \(column); there are \(count), counted from 0")
            }
            let oid = storage.types[column]
            let cell = storage.cells[index * count + column]
            guard cell.end >= cell.start else {
                if let value = Value.ofNull { return value }
                throw unexpected("column \(column) is NULL, which cannot be read as \(Value.self)")
            }
            let value = storage.bytes.withUnsafeBytes { bytes in
                Value(binary: UnsafeRawBufferPointer(rebasing: bytes[cell.start..<cell.end]), oid: oid)
            }
            if let value { return value }
            throw unexpected("column \(column) is \(PostgreSQLType(oid)), which cannot be read as \(Value.self)")
        }

        private func unexpected(_ text: String) -> PostgreSQLError {
            .unexpected("In the result of “\(PostgreSQLStatement.summary(of: storage.sql))”: \(text)")
        }
    }
#endif
