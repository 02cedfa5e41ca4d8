#if PostgreSQL
    import CPostgreSQL
    import Foundation

    /// The functions of libpq with Swift types.
    enum Libpq {
        /// Begins to connect; nil if there is no memory.
        static func start(_ parameters: [String: String]) -> OpaquePointer? {
            let parameters = Array(parameters)
            let keywords = parameters.map { strdup($0.key) } + [nil]
            let values = parameters.map { strdup($0.value) } + [nil]
            defer { (keywords + values).forEach { free($0) } }
            let connection = PQconnectStartParams(
                keywords.map { UnsafePointer($0) },
                values.map { UnsafePointer($0) },
                0
            )
            PQsetNoticeReceiver(connection, { _, _ in }, nil)  // It would print them.
            return connection
        }

        /// The connection's text about its last failure.
        static func message(of connection: OpaquePointer?) -> String {
            text(connection.flatMap { PQerrorMessage($0) })
        }

        static func message(ofResult result: OpaquePointer) -> String {
            field("M", of: result) ?? text(PQresultErrorMessage(result))
        }

        /// The error of a statement; nil if the connection has ended.
        static func error(of result: OpaquePointer) -> PostgreSQLError? {
            guard let sqlState = field("C", of: result), !["FATAL", "PANIC"].contains(field("V", of: result)) else {
                return nil
            }
            return .server(sqlState: sqlState, message: message(ofResult: result), detail: field("D", of: result))
        }

        /// The parameter types in the description of a statement.
        static func parameterTypes(of result: OpaquePointer) -> [PostgreSQLType] {
            (0..<PQnparams(result)).map { PostgreSQLType(PQparamtype(result, $0)) }
        }

        private static func field(_ code: UnicodeScalar, of result: OpaquePointer) -> String? {
            PQresultErrorField(result, CInt(code.value)).map { String(cString: $0) }
        }

        private static func text(_ characters: UnsafePointer<CChar>?) -> String {
            guard let characters else { return "out of memory" }
            let lines = String(cString: characters).split(whereSeparator: \.isNewline)
            return lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
        }

        /// The key with which the server cancels the statement of a connection.
        struct CancelRequest: @unchecked Sendable {
            // Unchecked, because it is a copy of the connection's address and key, which libpq allows any single thread to use.
            private let pointer: OpaquePointer

            init?(_ connection: OpaquePointer?) {
                guard let pointer = PQgetCancel(connection) else { return nil }
                self.pointer = pointer
            }

            /// Sends the cancellation, and returns after the server has received it, or cannot. Must be called only once.
            func send() {
                var message = [CChar](repeating: 0, count: 256)
                PQcancel(pointer, &message, CInt(message.count))
                PQfreeCancel(pointer)
            }
        }
    }

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
