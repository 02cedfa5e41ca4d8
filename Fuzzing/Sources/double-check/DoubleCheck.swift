import Foundation
import NetTaskRuntime

@testable import NetTaskPacking

/// Reads random numbers with the reader and with C's strtod and strtof, and compares them bit for bit.
///
///     double-check [COUNT [SEED]]
@main
struct DoubleCheck {
    static func main() {
        let arguments = CommandLine.arguments
        let count = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 10_000_000
        let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 0 : 1
        var check = DoubleCheck(numbers: Numbers(seed: seed))
        for index in 0..<count {
            check.compare(Numbers.Kind.allCases[index % Numbers.Kind.allCases.count])
        }
        print("\(count) numbers of seed \(seed), each as Double and as Float")
        print("\(check.infinite) are not finite; \(check.differences) differences")
        exit(check.differences == 0 ? 0 : 1)
    }

    private var numbers: Numbers
    private var text: [UInt8] = []
    private var infinite = 0
    private var differences = 0

    private init(numbers: Numbers) {
        self.numbers = numbers
    }

    private mutating func compare(_ kind: Numbers.Kind) {
        numbers.write(kind, to: &text)
        let double: Double? = read()
        let expectedDouble = expected(strtod)
        if expectedDouble == nil { infinite += 1 }
        if double?.bitPattern != expectedDouble?.bitPattern { report(double, expectedDouble, kind) }
        let float: Float? = read()
        let expectedFloat = expected(strtof)
        if float?.bitPattern != expectedFloat?.bitPattern { report(float, expectedFloat, kind) }
    }

    /// What the reader makes of the text; nil if it refuses it.
    private func read<Value: JSONReadable>() -> Value? {
        text.withUnsafeBytes { bytes in
            var reader = JSONReader(UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
            guard let value = try? Value.read(from: &reader), reader.position == reader.count else { return nil }
            return value
        }
    }

    /// What C makes of it; nil if that is not finite.
    private func expected<Value: BinaryFloatingPoint>(
        _ convert: (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Value
    ) -> Value? {
        let value = text.withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: CChar.self).baseAddress.map { convert($0, nil) }
        }
        return value?.isFinite == true ? value : nil
    }

    private mutating func report<Value>(_ ours: Value?, _ theirs: Value?, _ kind: Numbers.Kind) {
        differences += 1
        if differences <= 20 {
            let number = String(decoding: text.dropLast(), as: UTF8.self)
            print(kind, "\(number): \(String(describing: ours)) here, \(String(describing: theirs)) by C")
        }
    }
}
