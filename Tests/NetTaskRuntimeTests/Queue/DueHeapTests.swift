import Testing

@testable import NetTaskCore

@Suite("The heap of dates")
struct DueHeapTests {
    /// Shuffled numbers, each with its value in seconds.
    private func filled() -> DueHeap {
        var heap = DueHeap()
        for number in 0..<101 {
            heap.insert(number * 37 % 101, due: .seconds(number * 37 % 101), order: NetTaskID())
        }
        return heap
    }

    private func values(of heap: DueHeap) -> [Int] {
        var heap = heap
        var values: [Int] = []
        while let first = heap.first {
            values.append(first.value)
            heap.removeFirst()
        }
        return values
    }

    @Test("returns the earliest date first, in any order of adding")
    func order() {
        #expect(values(of: filled()) == Array(0..<101))
    }

    @Test("returns equal dates by order, then by rank")
    func equalMoments() {
        // given
        var heap = DueHeap()
        for (value, order, rank) in [(3, 2, 0), (2, 1, 1), (4, 2, 1), (1, 1, 0)] {
            heap.insert(value, due: .seconds(1), order: NetTaskID(UInt64(order)), rank: UInt8(rank))
        }
        // then
        #expect(values(of: heap) == [1, 2, 3, 4])
    }

    @Test("keeps the order of the others after a removal", arguments: [2, 3, 5])
    func removal(divisor: Int) {
        // given
        var heap = filled()
        // when
        heap.removeAll { $0.value % divisor != 0 }
        // then
        #expect(values(of: heap) == (0..<101).filter { $0.isMultiple(of: divisor) })
    }
}
