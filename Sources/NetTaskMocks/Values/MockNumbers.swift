import Foundation

/// Makes numbers within constraints that are plausible by their names.
struct MockNumbers {
    let place: MockPlace
    private let name: MockName
    private var random: MockRandom

    init(_ place: MockPlace) {
        self.place = place
        name = MockName(place.name)
        random = MockRandom(place.seed)
    }

    private enum Kind {
        case id, year, month, day, hour, minute, age, port, page, size, quantity, rating, percent, httpStatus
        case pixels, bytes, date, milliseconds, price, latitude, longitude, count
    }

    private static let kinds = MockName.table([
        (Kind.id, "id number iid"), (.year, "year"), (.month, "month"), (.day, "day days"), (.hour, "hour hours"),
        (.minute, "minute minutes second seconds"), (.age, "age"), (.port, "port"), (.page, "page pagenumber"),
        (.size, "limit pagesize perpage offset"), (.quantity, "quantity qty"), (.rating, "rating stars score priority"),
        (.percent, "percent percentage progress"), (.httpStatus, "status statuscode"), (.pixels, "width height"),
        (.bytes, "bytes size filesize length"), (.date, "timestamp created updated modified expires at"),
        (.milliseconds, "millis milliseconds duration ms"),
        (.price, "price amount total subtotal cost fee balance tax discount"), (.latitude, "latitude lat"),
        (.longitude, "longitude lng lon long"), (.count, "count"),
    ])

    private var kind: Kind? { name.entry(in: Self.kinds) }

    // MARK: Whole numbers

    mutating func integer(_ constraints: MockConstraints) -> JSONValue.Number {
        let wanted = JSONValue.Number(wantedInteger)
        if constraints.allow(wanted, isWhole: true) { return wanted }
        var low = constraints.minimum.map { Self.integer($0.rounded(.up)) } ?? .min
        if let bound = constraints.exclusiveMinimum {
            let below = Self.integer(bound.rounded(.down))
            low = max(low, below == .max ? .max : below + 1)
        }
        var high = constraints.maximum.map { Self.integer($0.rounded(.down)) } ?? .max
        if let bound = constraints.exclusiveMaximum {
            let above = Self.integer(bound.rounded(.up))
            high = min(high, above == .min ? .min : above - 1)
        }
        let step = constraints.multipleOf.map(Self.wholeStep) ?? 1
        var candidates: [Int] = []
        // Up to a hundred steps from the bound that is closer to 0, or from 0.
        let start = low > 0 ? low : high < 0 ? high : 0
        let first = start - start % step
        let count = 1 + random.below(100)
        for factor in [count, count / 4, 1, 0, -1, -(count / 4), -count] {
            let (distance, isLarge) = factor.multipliedReportingOverflow(by: step)
            let (sum, overflow) = first.addingReportingOverflow(distance)
            if !isLarge, !overflow { candidates.append(sum) }
        }
        candidates += [low, high, 0]
        if low <= high { candidates.append(Self.between(low, high, random.fraction())) }
        let numbers =
            candidates.map { JSONValue.Number($0) }
            + [constraints.minimum, constraints.maximum].compactMap { bound in
                bound.flatMap { UInt64(exactly: $0) }.map { JSONValue.Number($0) }
            }
        return numbers.first { constraints.allow($0, isWhole: true) } ?? wanted
    }

    private static func between(_ low: Int, _ high: Int, _ fraction: Double) -> Int {
        let (distance, overflow) = high.subtractingReportingOverflow(low)
        return overflow ? 0 : low + min(distance, Int(Double(min(distance, 1 << 52)) * fraction))
    }

    /// A number that is cut to the range of integers.
    private static func integer(_ value: Double) -> Int { Int(exactly: value) ?? (value > 0 ? .max : .min) }

    /// The lowest whole number that is a multiple of a divisor.
    private static func wholeStep(_ divisor: Double) -> Int {
        let exact = ExactNumber(divisor)
        var step = exact.digits.prefix(18).reduce(0) { $0 * 10 + Int($1) }
        guard step > 0 else { return 1 }
        for _ in 0..<max(0, min(18, exact.exponent)) where step < .max / 10 { step *= 10 }
        // 2.5 is 25 tenths: the factors of ten that remain are removed.
        for _ in 0..<max(0, min(18, -exact.exponent)) {
            if step % 2 == 0 { step /= 2 }
            if step % 5 == 0 { step /= 5 }
        }
        return max(1, step)
    }

    private var wantedInteger: Int {
        var random = random
        switch kind {
        // The elements of a list have consecutive ids.
        case .id where name.words.count == 1: return 1 + place.start(900, "id") + place.index
        case .id: return 1 + random.below(999)
        case .year: return 2026 - random.below(8)
        case .month: return 1 + random.below(12)
        case .day: return 1 + random.below(28)
        case .hour: return random.below(24)
        case .minute: return random.below(60)
        case .age: return 18 + random.below(60)
        case .port: return 8_000 + random.below(1_000)
        case .page: return 1
        case .size: return 20
        case .quantity: return 1 + random.below(5)
        case .rating: return 1 + random.below(5)
        case .percent: return random.below(101)
        case .httpStatus: return 200
        case .pixels: return 100 * (1 + random.below(20))
        case .bytes: return 512 * (1 + random.below(200))
        case .date: return Int(clamping: MockDates.seconds(named: name, objectSeed: place.objectSeed))
        case .milliseconds: return 100 * (1 + random.below(50))
        case .price: return 100 * (1 + random.below(99))
        case .latitude, .longitude: return random.below(90)
        case .count, nil: return 1 + random.below(100)
        }
    }

    // MARK: Numbers with a fraction

    mutating func number(_ constraints: MockConstraints) -> JSONValue.Number {
        let wanted = Self.decimal(wantedHundredths, exponent: -2)
        if isPlain(wanted, constraints) { return wanted }
        let low = max(constraints.minimum ?? -.infinity, constraints.exclusiveMinimum ?? -.infinity)
        let high = min(constraints.maximum ?? .infinity, constraints.exclusiveMaximum ?? .infinity)
        // A span that is not longer than needed.
        let start = low.isFinite ? low : min(0, high.isFinite ? high - 100 : 0)
        let end = min(high, start + 100)
        let fraction = random.fraction()
        var candidates: [JSONValue.Number] = []
        if let divisor = constraints.multipleOf, divisor > 0 {
            candidates += multiples(of: divisor, from: start, to: end, fraction)
        }
        for value in [start + (end - start) * fraction, start + (end - start) / 2, start + 1, end - 1] {
            if let hundredths = Int(exactly: (value * 100).rounded()) {
                candidates.append(Self.decimal(hundredths, exponent: -2))
            }
        }
        for value in [
            start + (end - start) * fraction, start + (end - start) / 2, low, high, low.nextUp, high.nextDown, 0,
        ] {
            if let number = JSONValue.Number(value) { candidates.append(number) }
        }
        return candidates.first { isPlain($0, constraints) } ?? candidates.first {
            constraints.allow($0, isWhole: false)
        }
            ?? wanted
    }

    /// Whether a number is within the constraints, also for clients that divide without a tolerance.
    private func isPlain(_ number: JSONValue.Number, _ constraints: MockConstraints) -> Bool {
        guard constraints.allow(number, isWhole: false) else { return false }
        guard let divisor = constraints.multipleOf, let value = number.double else { return true }
        return (value / divisor).rounded() == value / divisor
    }

    private func multiples(
        of divisor: Double,
        from start: Double,
        to end: Double,
        _ fraction: Double
    ) -> [JSONValue.Number] {
        let exact = ExactNumber(divisor)
        let digits = exact.digits.prefix(18).reduce(0) { $0 * 10 + Int($1) }
        let (first, last) = ((start / divisor).rounded(.up), (end / divisor).rounded(.down))
        return [(first + (last - first) * fraction).rounded(.down), first, first + 1, first + 2, last, last - 1, 0]
            .compactMap {
                factor in
                guard let factor = Int(exactly: factor) else { return nil }
                let (product, overflow) = digits.multipliedReportingOverflow(by: factor)
                return overflow ? nil : Self.decimal(product, exponent: exact.exponent)
            }
    }

    private var wantedHundredths: Int {
        var random = random
        let location = place.pick(MockWords.places, "place")
        switch kind {
        case .price: return 100 * (1 + random.below(99)) + random.element(of: [0, 50, 90, 95])
        case .latitude: return Int(((Double(location.latitude) ?? 0) * 100).rounded())
        case .longitude: return Int(((Double(location.longitude) ?? 0) * 100).rounded())
        case .rating: return 10 * (10 + random.below(41))
        case .percent: return random.below(10_001)
        case nil: return 100 + random.below(9_900)
        default: return 100 * wantedInteger
        }
    }

    /// A whole number times a power of ten, in the usual notation.
    static func decimal(_ value: Int, exponent: Int) -> JSONValue.Number {
        guard exponent < 0, exponent >= -30 else {
            return JSONValue.Number(text: exponent == 0 || value == 0 ? "\(value)" : "\(value)e\(exponent)")
                ?? JSONValue.Number(value)
        }
        var digits = String(value.magnitude)
        digits = String(repeating: "0", count: max(0, 1 - exponent - digits.utf8.count)) + digits
        var (whole, part) = (String(digits.dropLast(-exponent)), String(digits.suffix(-exponent)))
        while part.last == "0" { part.removeLast() }
        if value < 0 { whole = "-" + whole }
        return JSONValue.Number(text: part.isEmpty ? whole : "\(whole).\(part)") ?? JSONValue.Number(value)
    }
}
