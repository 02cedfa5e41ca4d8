#if PostgreSQL
    import CPostgreSQL
    import Foundation
    import NetTaskCore

    /// The address of a database, and the settings of its connections. Its `description` is safe for logs.
    package struct PostgreSQLConfiguration: Sendable {
        /// The largest number of connections, without those that listen.
        package var maxConnectionCount = 4
        /// The name of the client on the server, unless the connection string has one.
        package var applicationName = "NetTask"
        /// The time limit of a statement on the server, unless the connection string has it in `options`.
        package var statementTimeout: Duration = .seconds(30)
        /// The time limit of an idle transaction on the server.
        package var idleTransactionTimeout: Duration = .seconds(60)
        /// The time limit to connect to one host, unless the connection string or the environment has one.
        package var connectTimeout: Duration = .seconds(10)
        /// How long a caller waits for a connection.
        package var waitTimeout: Duration = .seconds(10)
        /// How long a connection may be idle before it is checked at its next use.
        package var idleCheckInterval: Duration = .seconds(30)
        /// The clock of all these limits, except those of the server.
        package var clock: any Clock<Duration> = ContinuousClock()
        /// The source of the jitter between connection attempts.
        package var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

        /// The database as a URL, without the password and other confidential settings.
        package let description: String
        /// The settings of the connection string, by libpq's keywords.
        private let parameters: [String: String]
        private let defaults: [String: String]

        /// Reads a connection string.
        ///
        /// - Parameter connectionString: `postgres://user@host/database?sslmode=verify-full`, or `host=… dbname=…`. libpq's
        ///   manual has all keywords. Missing settings come from the environment, such as `PGHOST` and `PGPASSWORD`.
        /// - Throws: ``PostgreSQLError/configuration(_:)``.
        package init(_ connectionString: String) throws(PostgreSQLError) {
            var message: UnsafeMutablePointer<CChar>?
            let options = PQconninfoParse(connectionString, &message)
            defer {
                PQconninfoFree(options)
                PQfreemem(message)
            }
            guard let options else {
                // Quoted text is a part of the string, and may be a part of the password.
                let reason = message.map { String(cString: $0).prefix { $0 != "\"" && $0 != "\n" } } ?? "out of memory"
                throw .configuration("The connection string of PostgreSQL cannot be parsed by libpq: \(reason)…")
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

        /// Whether the host, the port or the database may contain a part of the password. libpq would print it.
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
        /// `dump` shows no password, either.
        package var customMirror: Mirror { Mirror(self, children: ["database": description]) }
    }

    extension PostgreSQLConfiguration {
        /// The time limit to connect to any of the hosts.
        var totalConnectTimeout: Duration {
            let hosts = parameters["host"] ?? parameters["hostaddr"] ?? defaults["host"] ?? ""
            let seconds = (parameters["connect_timeout"] ?? defaults["connect_timeout"]).flatMap(Int.init) ?? 0
            return (seconds > 0 ? .seconds(seconds) : connectTimeout) * (1 + hosts.count { $0 == "," })
        }

        /// The settings that libpq gets.
        var connectionParameters: [String: String] {
            // A broken connection is detected within 25 seconds, before leases of 30 seconds are over.
            var result = [
                "fallback_application_name": applicationName,
                "keepalives_idle": "10",
                "keepalives_interval": "5",
                "keepalives_count": "3",
                "tcp_user_timeout": "15000",
            ]
            for (keyword, value) in parameters where !value.isEmpty { result[keyword] = value }
            result["client_encoding"] = "UTF8"
            // libpq uses the last of two settings with the same name.
            let settings = [
                "-c statement_timeout=\(statementTimeout.milliseconds)",
                "-c idle_in_transaction_session_timeout=\(idleTransactionTimeout.milliseconds)",
                parameters["options"] ?? defaults["options"] ?? "",
            ]
            // PgBouncer rejects a space at the end.
            result["options"] = settings.filter { !$0.isEmpty }.joined(separator: " ")
            return result
        }

        /// The wait after a number of failed connection attempts in a row: 0.1 s, doubled with each attempt, at most 5 s, minus
        /// a random part of up to a half.
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
