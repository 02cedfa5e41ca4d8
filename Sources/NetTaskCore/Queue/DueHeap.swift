/// A binary min-heap ordered by due time, then by task ID, then by rank.
///
/// Obsolete elements stay in the heap until they come up or ``removeAll(where:)`` is called. The heap is not generic, because
/// the
/// Swift runtime would look up the types on each call.
struct DueHeap: Sendable, BinaryHeap {
    struct Element: Sendable {
        var due: Duration
        var order: NetTaskID
        var value: Int
        var rank: UInt8
        /// The latest attempt at the time of the insertion, if the element belongs to an attempt.
        var attempt: Int

        func precedes(_ other: Element) -> Bool {
            (due, order, rank) < (other.due, other.order, other.rank)
        }
    }

    private var elements: [Element] = []

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ value: Int, due: Duration, order: NetTaskID, rank: UInt8 = 0, attempt: Int = 0) {
        elements.append(Element(due: due, order: order, value: value, rank: rank, attempt: attempt))
        siftUp(from: elements.count - 1)
    }

    mutating func removeFirst() {
        elements.swapAt(0, elements.count - 1)
        elements.removeLast()
        siftDown(from: 0)
    }

    mutating func removeAll(where isObsolete: (Element) -> Bool) {
        elements.removeAll(where: isObsolete)
        for index in elements.indices.reversed() {
            siftDown(from: index)
        }
    }

    // MARK: BinaryHeap

    var heapCount: Int { elements.count }

    func precedes(_ index: Int, _ other: Int) -> Bool { elements[index].precedes(elements[other]) }

    mutating func swap(_ index: Int, _ other: Int) {
        elements.swapAt(index, other)
    }
}

/// Elements in an array, each of which follows its parent at `(index - 1) / 2`.
protocol BinaryHeap {
    var heapCount: Int { get }
    func precedes(_ index: Int, _ other: Int) -> Bool
    mutating func swap(_ index: Int, _ other: Int)
}

extension BinaryHeap {
    mutating func siftUp(from start: Int) {
        var child = start
        while child > 0, precedes(child, (child - 1) / 2) {
            swap(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in (2 * parent + 1)...(2 * parent + 2) where child < heapCount && precedes(child, first) {
                first = child
            }
            if first == parent { return }
            swap(parent, first)
            parent = first
        }
    }
}
