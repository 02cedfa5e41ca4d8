import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Numbers as text")
struct NumberTextTests {
    @Test("a fraction is written like in the standard library, on each code path")
    func fractions() throws {
        // given
        var random = SeededRandom(seed: 3)
        var numbers: [Double] = [
            0.5, -0.5, 0.001, -0.001, 0.0015, 0.0005, 1.1, 12.75, 999.999, 1e11, 999_999_999_999.999, 1e12, 1e15, 1e16,
            9_007_199_254_740_992, 0.1 + 0.2, 4.35, 1.005, -0.0, 0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
            .pi, 100, 1_000_000,
        ]
        for _ in 0..<20_000 {
            numbers.append(Double(bitPattern: random.next()))
            numbers.append(
                Double(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<60, using: &random)) / 1_000
            )
            numbers.append(Double.random(in: -1_000...1_000, using: &random))
        }
        for number in numbers where number.isFinite {
            var buffer = JSONBuffer()
            // when
            buffer.append(number: number)
            // then
            #expect(buffer.text == number.description)
        }
    }

    @Test("an integer of any size is written digit by digit")
    func integers() throws {
        // given
        var random = SeededRandom(seed: 4)
        for shift in 0..<64 {
            let number = random.next() >> UInt64(shift)
            var buffer = JSONBuffer()
            // when
            buffer.append(magnitude: number, isNegative: shift % 2 == 1)
            // then
            #expect(buffer.text == (shift % 2 == 1 ? "-" : "") + String(number))
        }
        for power in 0..<20 {
            let number = (0..<power).reduce(1 as UInt64) { product, _ in product * 10 }
            for number in [number - 1, number, number + 1] {
                var buffer = JSONBuffer()
                buffer.append(magnitude: number, isNegative: false)
                #expect(buffer.text == String(number))
            }
        }
    }
}
