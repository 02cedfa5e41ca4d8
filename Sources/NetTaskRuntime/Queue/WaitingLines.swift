/// The tasks that are ready to start, found by the number of their slot: for each key a lane, in it a line for each
/// priority.
///
/// Lines are linked through `links`, so that a task leaves from any place at once. The lanes that may start something
/// stand in a heap by their best task. All is done in constant time but for the heap, which is as deep as there are
/// many keys.
struct WaitingLines: Sendable {
    private struct Link: Sendable {
        var previous = none
        var next = none
        /// Where it is; `none` unless it is in a line.
        var line = none
        /// The number of its turn: who became ready earlier has the lower one.
        var turn = 0
    }

    private struct Line: Sendable {
        var first = none
        var last = none
    }

    private struct Lane: Sendable {
        var key: String?
        /// Of all its tasks, also those that are not ready.
        var taskCount = 0
        var runningCount = 0
        /// One bit for each priority that somebody waits in.
        var priorities: UInt8 = 0
        var heapIndex = none
    }

    private static let none = -1
    private static let priorityCount = NetTaskPriority.allCases.count

    var order: NetTaskOrder {
        didSet { rebuildHeap() }
    }
    var limitPerKey: Int {
        didSet { rebuildHeap() }
    }
    private var links: [Link] = []
    /// The lines of all lanes, those of one lane side by side.
    private var lines: [Line] = []
    private var lanes: [Lane] = []
    private var freeLanes: [Int] = []
    private var laneOfKey: [String: Int] = [:]
    private var heap: [Int] = []
    private var lastTurn = 0

    init(order: NetTaskOrder, limitPerKey: Int) {
        self.order = order
        self.limitPerKey = limitPerKey
        _ = addLane(key: nil)
    }

    // MARK: The lanes

    /// The lane of a new task, which ``leave(_:)`` has to be told of later.
    mutating func join(key: String?) -> Int {
        let lane = key.map { laneOfKey[$0] ?? addLane(key: $0) } ?? 0
        lanes[lane].taskCount += 1
        return lane
    }

    /// A task of that lane has ended.
    mutating func leave(_ lane: Int) {
        lanes[lane].taskCount -= 1
        if lanes[lane].taskCount == 0, let key = lanes[lane].key {
            laneOfKey.removeValue(forKey: key)
            lanes[lane].key = nil
            freeLanes.append(lane)
        }
    }

    /// A task of that lane, which ``popFirst()`` gave, runs no more.
    mutating func freeSlot(of lane: Int) {
        lanes[lane].runningCount -= 1
        refresh(lane)
    }

    private mutating func addLane(key: String?) -> Int {
        let lane = freeLanes.popLast() ?? lanes.count
        if lane == lanes.count {
            lanes.append(Lane())
            lines += Array(repeating: Line(), count: Self.priorityCount)
        }
        lanes[lane].key = key
        if let key {
            laneOfKey[key] = lane
        }
        return lane
    }

    /// Gives back what is kept for tasks. There must be none.
    mutating func removeAll() {
        self = WaitingLines(order: order, limitPerKey: limitPerKey)
    }

    // MARK: The lines

    func contains(_ slot: Int) -> Bool {
        slot < links.count && links[slot].line != Self.none
    }

    /// Puts a task at the end of its line.
    mutating func append(_ slot: Int, priority: NetTaskPriority, lane: Int) {
        while links.count <= slot {
            links.append(Link())
        }
        let line = lane * Self.priorityCount + priority.rawValue
        let last = lines[line].last
        lastTurn += 1
        links[slot] = Link(previous: last, line: line, turn: lastTurn)
        if last == Self.none {
            lines[line].first = slot
            lanes[lane].priorities |= 1 << priority.rawValue
        } else {
            links[last].next = slot
        }
        lines[line].last = slot
        refresh(lane)
    }

    /// Takes a task out of its line, if it is in one.
    mutating func remove(_ slot: Int) {
        guard contains(slot) else { return }
        let link = links[slot]
        links[slot].line = Self.none
        if link.previous == Self.none {
            lines[link.line].first = link.next
        } else {
            links[link.previous].next = link.next
        }
        if link.next == Self.none {
            lines[link.line].last = link.previous
        } else {
            links[link.next].previous = link.previous
        }
        let lane = link.line / Self.priorityCount
        if lines[link.line].first == Self.none {
            lanes[lane].priorities &= ~(1 << (link.line % Self.priorityCount))
        }
        refresh(lane)
    }

    /// Takes out the task whose turn it is, which counts as running from then on.
    mutating func popFirst() -> Int? {
        guard let lane = heap.first else { return nil }
        let slot = best(in: lane)
        lanes[lane].runningCount += 1
        remove(slot)
        return slot
    }

    /// The one of a lane to start first. There has to be one.
    private func best(in lane: Int) -> Int {
        let priority = UInt8.bitWidth - 1 - lanes[lane].priorities.leadingZeroBitCount
        let line = lines[lane * Self.priorityCount + priority]
        return order == .fifo ? line.first : line.last
    }

    // MARK: The heap

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (links[best(in: left)], links[best(in: right)])
        let (priority, other) = (left.line % Self.priorityCount, right.line % Self.priorityCount)
        if priority != other { return priority > other }
        return order == .fifo ? left.turn < right.turn : left.turn > right.turn
    }

    /// Puts a lane where it belongs, now that its tasks have changed.
    private mutating func refresh(_ lane: Int) {
        let mayStart =
            lanes[lane].priorities != 0
            && (lane == 0 || limitPerKey == 0 || lanes[lane].runningCount < limitPerKey)
        let index = lanes[lane].heapIndex
        if mayStart, index == Self.none {
            lanes[lane].heapIndex = heap.count
            heap.append(lane)
            siftUp(from: heap.count - 1)
        } else if mayStart {
            siftUp(from: index)
            siftDown(from: lanes[lane].heapIndex)
        } else if index != Self.none {
            swapInHeap(index, heap.count - 1)
            heap.removeLast()
            lanes[lane].heapIndex = Self.none
            if index < heap.count {
                let moved = heap[index]
                siftUp(from: index)
                siftDown(from: lanes[moved].heapIndex)
            }
        }
    }

    private mutating func rebuildHeap() {
        for lane in heap {
            lanes[lane].heapIndex = Self.none
        }
        heap.removeAll()
        for lane in lanes.indices {
            refresh(lane)
        }
    }

    private mutating func swapInHeap(_ index: Int, _ other: Int) {
        heap.swapAt(index, other)
        lanes[heap[index]].heapIndex = index
        lanes[heap[other]].heapIndex = other
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard precedes(heap[child], heap[parent]) else { return }
            swapInHeap(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in (2 * parent + 1)...(2 * parent + 2) where child < heap.count {
                if precedes(heap[child], heap[first]) {
                    first = child
                }
            }
            if first == parent { return }
            swapInHeap(parent, first)
            parent = first
        }
    }
}
