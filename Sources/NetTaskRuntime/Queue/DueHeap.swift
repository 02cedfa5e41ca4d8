/// Values by the moment at which they are due; among equal moments the one with the lower order comes first, and among
/// those the one with the lower rank.
///
/// A binary heap. Values that have become pointless stay in it until they come up or ``removeAll(where:)`` is called.
struct DueHeap<Value: Sendable>: Sendable {
    struct Element: Sendable {
        var due: Duration
        var order: NetTaskID
        var value: Value
        var rank: UInt8

        func precedes(_ other: Element) -> Bool {
            (due, order, rank) < (other.due, other.order, other.rank)
        }
    }

    private var elements: [Element] = []

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ value: Value, due: Duration, order: NetTaskID, rank: UInt8 = 0) {
        elements.append(Element(due: due, order: order, value: value, rank: rank))
        siftUp(from: elements.count - 1)
    }

    mutating func removeFirst() {
        elements.swapAt(0, elements.count - 1)
        elements.removeLast()
        siftDown(from: 0)
    }

    mutating func removeAll(where isPointless: (Element) -> Bool) {
        elements.removeAll(where: isPointless)
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) {
            siftDown(from: index)
        }
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child].precedes(elements[parent]) else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in (2 * parent + 1)...(2 * parent + 2) where child < elements.count {
                if elements[child].precedes(elements[first]) {
                    first = child
                }
            }
            if first == parent { return }
            elements.swapAt(parent, first)
            parent = first
        }
    }
}
