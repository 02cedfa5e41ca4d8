#if RateLimits
    public import HTTPTypes
    public import NetTaskHTTP
    public import NetTaskSystem
    import RawStructuredFieldValues

    /// Reads a server's limits from the headers of its replies. Malformed headers are ignored.
    ///
    ///     let queue = HTTPNetTaskQueue { $0.rateLimitReader = RateLimitFields() }
    ///
    /// It reads, in this order:
    ///
    /// - `RateLimit` and `RateLimit-Policy`, as in the tenth and the seventh draft of the IETF.
    /// - `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`, as in earlier drafts.
    /// - The same with the prefix `X-`, as sent by GitHub and many others. The spelling `X-Rate-Limit-…` and the suffix
    ///   `-Requests` are also read. The reset is a number of seconds from now, a time in seconds or milliseconds since 1970,
    ///   with or without a fraction, or text such as `6m0s`. `X-RateLimit-Reset-After` takes precedence.
    ///
    /// If there are several limits, the one with the fewest remaining requests applies. Limits for anything other than requests
    /// are ignored.
    public struct RateLimitFields: HTTPRateLimitReader {
        /// Makes a reader.
        public init() {}

        public func limit(in response: HTTPResponse, sentAt: Date) -> NetTaskLimit? {
            let fields = response.headerFields
            if let limit = structuredLimit(in: fields) { return limit }
            return ["RateLimit-*", "X-RateLimit-*", "X-Rate-Limit-*", "X-RateLimit-*-Requests"].lazy
                .compactMap { pattern in
                    limit(sentAt: sentAt) { part in
                        HTTPField.Name(pattern.replacing(bytes: "*", with: part)).flatMap { fields[$0] }
                    }
                }
                .first
        }

        // MARK: RateLimit

        private typealias Parameters = OrderedMap<String, RFC9651BareItem>

        private func structuredLimit(in fields: HTTPFields) -> NetTaskLimit? {
            guard let field = Self.rateLimit.flatMap({ fields[$0] }) else { return nil }
            let policies = Self.items(in: Self.policy.flatMap { fields[$0] })
            var limits: [NetTaskLimit] = []
            if let items = Self.list(in: field) {
                for item in items {
                    guard case .item(let item) = item, let name = item.rfc9651BareItem.text else { continue }
                    let policy = policies.first { $0.rfc9651BareItem.text == name }?.rfc9651Parameters ?? Parameters()
                    guard policy["qu"]?.text ?? "requests" == "requests" else { continue }
                    let parameters = item.rfc9651Parameters
                    let limit = Self.limit(parameters["r"], parameters["t"] ?? policy["w"], quota: policy["q"])
                    limits += limit.map { [$0] } ?? []
                }
            } else {
                // The seventh draft: limit=100, remaining=50, reset=5
                var parser = StructuredFieldValueParser(Array(field.utf8))
                guard let members = try? parser.parseDictionaryFieldValue() else { return nil }
                func member(_ name: String) -> RFC9651BareItem? {
                    guard case .item(let item)? = members[name] else { return nil }
                    return item.rfc9651BareItem
                }
                return Self.limit(member("remaining"), member("reset"), quota: member("limit"))
            }
            return limits.min { ($0.remaining ?? 0, $1.reset ?? .zero) < ($1.remaining ?? 0, $0.reset ?? .zero) }
        }

        private static let rateLimit = HTTPField.Name("RateLimit")
        private static let policy = HTTPField.Name("RateLimit-Policy")

        private static func list(in field: String) -> [ItemOrInnerList]? {
            var parser = StructuredFieldValueParser(Array(field.utf8))
            return try? parser.parseListFieldValue()
        }

        private static func items(in field: String?) -> [Item] {
            (field.flatMap(list) ?? []).compactMap { member in
                if case .item(let item) = member { return item }
                return nil
            }
        }

        private static func limit(
            _ remaining: RFC9651BareItem?,
            _ reset: RFC9651BareItem?,
            quota: RFC9651BareItem?
        ) -> NetTaskLimit? {
            guard let remaining = remaining?.count, let reset = reset?.count else { return nil }
            return NetTaskLimit(remaining: remaining, reset: .seconds(reset), quota: quota?.count)
        }

        // MARK: RateLimit-Remaining and variants

        private func limit(sentAt: Date, _ field: (String) -> String?) -> NetTaskLimit? {
            guard let remaining = field("Remaining").flatMap({ Self.number($0) }), remaining < 1e15 else { return nil }
            let reset =
                field("Reset-After").flatMap { Self.number($0).flatMap(Self.seconds) }
                ?? field("Reset").flatMap { Self.reset($0, sentAt) }
            guard let reset else { return nil }
            // As in `100, 100;w=60`.
            let quota = field("Limit")?.prefix { $0 != "," && $0 != ";" }
            return NetTaskLimit(remaining: Int(remaining), reset: reset, quota: quota.flatMap { Int($0) })
        }

        /// Parses a decimal number without a sign.
        private static func number(_ text: some StringProtocol) -> Double? {
            let text = text.trimmed
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
            return Double(text)
        }

        private static func seconds(_ number: Double) -> Duration? {
            number <= 1e9 ? .seconds(number) : nil
        }

        private static func reset(_ text: String, _ sentAt: Date) -> Duration? {
            guard let number = number(text) else { return span(text) }
            // Larger numbers are dates: no server has windows of more than three years.
            if number < 1e8 { return seconds(number) }
            let date = Date(timeIntervalSince1970: number < 1e11 ? number : number / 1_000)
            let wait = date.timeIntervalSince(sentAt)
            return wait > 0 ? seconds(wait) : nil
        }

        /// Parses a text such as `1h6m0s` or `20ms`.
        private static func span(_ text: String) -> Duration? {
            let units = ["h": 3600, "m": 60, "s": 1, "ms": 0.001]
            var (sum, rest, count) = (0.0, text[...], 0)
            while !rest.isEmpty {
                let digits = rest.prefix { $0.isNumber || $0 == "." }
                let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
                guard let value = number(digits), let factor = units[String(unit)] else { return nil }
                sum += value * factor
                count += 1
                rest = rest.dropFirst(digits.count + unit.count)
            }
            return count > 0 ? seconds(sum) : nil
        }
    }

    extension RFC9651BareItem {
        fileprivate var text: String? {
            switch self {
            case .string(let text), .token(let text): text
            default: nil
            }
        }

        /// The value of an integer that is not negative.
        fileprivate var count: Int? {
            if case .integer(let number) = self, number >= 0 { return Int(exactly: number) }
            return nil
        }
    }
#endif
