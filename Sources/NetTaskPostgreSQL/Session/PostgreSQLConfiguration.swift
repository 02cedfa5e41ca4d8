#if PostgreSQL
    import CPostgreSQL
    import Foundation
    import NetTaskCore

    /// Where a database is, and how connections to it are used. Its `description` is fit for logs.
    package struct PostgreSQLConfiguration: Sendable {
        /// How many connections there are at most, without those that listen.
        package var maxConnectionCount = 4
        /// What the server shows as the name of the client, unless the connection string has one.
        package var applicationName = "NetTask"
        /// How long the server works on a statement, unless the connection string says it in `options`.
        package var statementTimeout: Duration = .seconds(30)
        /// How long the server bears a transaction in which nothing is done.
        package var idleTransactionTimeout: Duration = .seconds(60)
        /// How long it may take to connect to one host, unless the connection string or the environment says it.
        package var connectTimeout: Duration = .seconds(10)
        /// How long a caller waits for a connection.
        package var waitTimeout: Duration = .seconds(10)
        /// How long a connection may have been idle without being checked before its next use.
        package var idleCheckInterval: Duration = .seconds(30)
        /// The clock of all of these but those of the server.
        package var clock: any Clock<Duration> = ContinuousClock()
        /// Where the jitter of reconnections comes from.
        package var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

        /// The database as a URL, without the password and whatever else is nobody's business.
        package let description: String
        /// What the connection string says, by libpq's keywords.
        private let parameters: [String: String]
        private let defaults: [String: String]

        /// Reads a connection string.
        ///
        /// - Parameter connectionString: `postgres://user@host/database?sslmode=verify-full`, or `host=… dbname=…`; libpq's
        ///   manual has all keywords. What it does not say comes from the environment, such as `PGHOST` and `PGPASSWORD`.
        /// - Throws: ``PostgreSQLError/configuration(_:)``
        package init(_ connectionString: String) throws(PostgreSQLError) {
            var message: UnsafeMutablePointer<CChar>?
            let options = PQconninfoParse(connectionString, &message)
            defer {
                PQconninfoFree(options)
                PQfreemem(message)
            }
            guard let options else {
                // What stands in quotation marks is a part of the string, perhaps of the password.
                let reason = message.map { String(cString: $0).prefix { $0 != "\"" && $0 != "\n" } } ?? "out of memory"
                throw .configuration("The connection string of PostgreSQL cannot be read, by libpq’s word: \(reason)…")
            }
            let parameters = Self.values(of: options)
            let isURL = ["postgres://", "postgresql://"].contains { connectionString.hasPrefix($0) }
            if isURL, Self.hasStrayPassword(parameters) {
                throw .configuration(
                    """
                    The connection string of PostgreSQL has a character in its user or password that has another meaning \
                    in a URL. Write it as %40 for @, %2F for /, %3A for :
                    """
                )
            }
            let defaultOptions = PQconndefaults()
            defer { PQconninfoFree(defaultOptions) }
            self.parameters = parameters
            defaults = defaultOptions.map(Self.values) ?? [:]
            description = Self.description(of: defaults.merging(parameters) { $1 })
        }

        private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
            var values: [String: String] = [:]
            var option = options
            while let keyword = option.pointee.keyword {
                if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
                option += 1
            }
            return values
        }

        /// Whether a part of the password may stand where the host, the port and the database do. libpq would print it.
        private static func hasStrayPassword(_ parameters: [String: String]) -> Bool {
            let port = parameters["port"] ?? ""
            return !port.allSatisfy { $0.isASCII && $0.isNumber || $0 == "," }
                || parameters["host"]?.dropFirst().contains("@") == true
                || parameters["dbname"]?.contains("@") == true
        }

        private static func description(of parameters: [String: String]) -> String {
            let hosts = (parameters["host"] ?? parameters["hostaddr"] ?? "").components(separatedBy: ",")
            let ports = (parameters["port"] ?? "").components(separatedBy: ",")
            let user = parameters["user"].map { $0 + "@" } ?? ""
            let database = parameters["dbname"] ?? parameters["user"] ?? ""
            let host = hosts[0]
            if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") {
                let query = host.isEmpty ? "" : "?host=\(host)" + (ports[0].isEmpty ? "" : "&port=\(ports[0])")
                return "postgres://\(user)/\(database)\(query)"
            }
            let places = hosts.enumerated().map { index, host in
                let port = ports.count > index ? ports[index] : ports[0]
                let name = host.contains(":") ? "[\(host)]" : host
                return port.isEmpty ? name : "\(name):\(port)"
            }
            return "postgres://\(user)\(places.joined(separator: ","))/\(database)"
        }
    }

    extension PostgreSQLConfiguration: CustomStringConvertible, CustomReflectable {
        /// Without the password, too, for `dump`.
        package var customMirror: Mirror { Mirror(self, children: ["database": description]) }
    }

    extension PostgreSQLConfiguration {
        /// How long it may take to connect, to all hosts together.
        var totalConnectTimeout: Duration {
            let hosts = parameters["host"] ?? parameters["hostaddr"] ?? defaults["host"] ?? ""
            let seconds = (parameters["connect_timeout"] ?? defaults["connect_timeout"]).flatMap(Int.init) ?? 0
            return (seconds > 0 ? .seconds(seconds) : connectTimeout) * (1 + hosts.count { $0 == "," })
        }

        /// What libpq is told.
        var connectionParameters: [String: String] {
            // A connection that is cut off is noticed within 25 seconds, before leases of 30 seconds are over.
            var result = [
                "fallback_application_name": applicationName,
                "keepalives_idle": "10",
                "keepalives_interval": "5",
                "keepalives_count": "3",
                "tcp_user_timeout": "15000",
            ]
            for (keyword, value) in parameters where !value.isEmpty { result[keyword] = value }
            result["client_encoding"] = "UTF8"
            // Of two settings of one name the last one is valid.
            let settings = [
                "-c statement_timeout=\(statementTimeout.milliseconds)",
                "-c idle_in_transaction_session_timeout=\(idleTransactionTimeout.milliseconds)",
                parameters["options"] ?? defaults["options"] ?? "",
            ]
            // PgBouncer refuses a space at the end.
            result["options"] = settings.filter { !$0.isEmpty }.joined(separator: " ")
            return result
        }

        /// How long to wait after so many attempts to connect that failed in a row: 0.1 s, doubled each time, at most 5 s,
        /// less up to a half of it.
        static func backoff(failureCount: Int, random: RandomSource) -> Duration {
            let longest = Duration.milliseconds(min(100 << min(failureCount - 1, 10), 5000))
            return longest * (0.5 + 0.5 * random.unit())
        }
    }

    extension Duration {
        fileprivate var milliseconds: Int64 {
            components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        }
    }
#endif
