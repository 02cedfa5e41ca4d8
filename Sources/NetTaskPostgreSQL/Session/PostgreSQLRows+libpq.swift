#if PostgreSQL
    import CPostgreSQL

    extension PostgreSQLRows {
        /// Copies a result of libpq.
        init(copying result: OpaquePointer, sql: String) {
            let rowCount = PQntuples(result)
            let columnCount = PQnfields(result)
            var bytes: [UInt8] = []
            var cells: [Cell] = []
            if rowCount > 0 {
                bytes.reserveCapacity(PQresultMemorySize(result))
                cells.reserveCapacity(Int(rowCount) * Int(columnCount))
            }
            for row in 0..<rowCount {
                for column in 0..<columnCount {
                    guard PQgetisnull(result, row, column) == 0 else {
                        cells.append(.null)
                        continue
                    }
                    let start = bytes.count
                    let length = Int(PQgetlength(result, row, column))
                    let value = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: length)
                    bytes.append(contentsOf: value)
                    cells.append(Cell(start: start, end: start + length))
                }
            }
            self.init(
                sql: sql,
                types: (0..<columnCount).map { PQftype(result, $0) },
                cells: cells,
                bytes: bytes,
                count: Int(rowCount),
                affectedCount: PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
            )
        }
    }
#endif
