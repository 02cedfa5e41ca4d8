extension Row {
    /// Does similar work to the other rows with only Swift's standard library: it creates strings, hashes them, copies bytes,
    /// and reads bytes one by one. All rows are ratios to it.
    package static var calibration: Row {
        Row("calibration") {
            {
                var counts: [String: Int] = [:]
                var bytes: [UInt8] = []
                for number in 0..<calibrationCount {
                    let text = "the key of a value, number \(number % 1_000)"
                    counts[text, default: 0] += 1
                    bytes.append(contentsOf: text.utf8)
                }
                let sum = bytes.reduce(into: UInt32(0)) { $0 = $0 &* 31 &+ UInt32($1) }
                return counts.count == 1_000 && counts.values.allSatisfy { $0 == calibrationCount / 1_000 } && sum != 0
            }
        }
    }
}

private let calibrationCount = 2_000
