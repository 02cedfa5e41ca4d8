#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    extension Database {
        /// Runs a statement, and caches it.
        func run(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws {
            let statement = try cachedStatement(sql: sql)
            statement.setUncheckedArguments(StatementArguments(values))
            try statement.execute()
        }

        /// Calls the body with each row. All rows are read before the first call, so that the body may change the table.
        func rows<Value>(
            _ sql: String,
            _ values: (any DatabaseValueConvertible)?...,
            read: (Row) throws -> Value
        ) throws -> [Value] {
            let statement = try cachedStatement(sql: sql)
            statement.setUncheckedArguments(StatementArguments(values))
            let cursor = try Row.fetchCursor(statement)
            var found: [Value] = []
            while let row = try cursor.next() {
                found.append(try read(row))
            }
            return found
        }

        /// Returns the first column of the first row; nil if there is no row, or if the column is NULL.
        func number(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Int64? {
            let statement = try cachedStatement(sql: sql)
            statement.setUncheckedArguments(StatementArguments(values))
            // The row is read in place. `fetchOne` would copy it.
            let cursor = try Row.fetchCursor(statement)
            return try withExtendedLifetime(cursor) { try cursor.next()?.decode(Int64?.self, atIndex: 0) }
        }
    }

    extension Date {
        /// The value of a column: seconds since 2001, the representation of a `Date`, so that it is read exactly as it was
        /// written.
        var column: Double { timeIntervalSinceReferenceDate }

        init(column: Double) {
            self.init(timeIntervalSinceReferenceDate: column)
        }
    }

    extension Duration {
        private static let nanosecondsPerSecond: Int64 = 1_000_000_000

        /// The value of a column: nanoseconds, up to 292 years.
        var column: Int64 {
            let (whole, attoseconds) = components
            let (product, isTooMuch) = whole.multipliedReportingOverflow(by: Self.nanosecondsPerSecond)
            let (sum, isTooMuchInAll) = product.addingReportingOverflow(attoseconds / Self.nanosecondsPerSecond)
            return isTooMuch || isTooMuchInAll ? (whole < 0 ? .min : .max) : sum
        }

        init(column: Int64) {
            self = .nanoseconds(column)
        }
    }
#endif
