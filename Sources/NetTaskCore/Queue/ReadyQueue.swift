/// The ready tasks of a queue: one bucket for each key, with one line for each priority.
///
/// Tasks are identified by their slots. The tasks of a line form a linked ring with the end of the line, so that any task can
/// be removed in constant time. The buckets that can start a task are kept in a heap, ordered by their first task. All
/// operations take constant time, except for those of the heap, whose depth is the logarithm of the number of keys.
struct ReadyQueue: Sendable, BinaryHeap {
    /// A task in its line, identified by its slot, or the end of a line, identified by the complement of the line's number.
    private struct Link: Sendable {
        var previous = none
        var next = none
        /// The line of the task, or `none`.
        var line = none
        /// The turn of the task: tasks that became ready earlier have lower numbers.
        var turn = 0
    }

    private struct Bucket: Sendable {
        var key: String?
        /// The number of all tasks, ready or not.
        var taskCount = 0
        var runningCount = 0
        /// One bit for each priority with a waiting task.
        var priorities: UInt8 = 0
        /// Whether the bucket may not start tasks.
        var isHeld = false
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
    /// The ends of all lines. Those of one bucket are adjacent.
    private var ends: [Link] = []
    private var buckets: [Bucket] = []
    private var freeBuckets: [Int] = []
    private var bucketOfKey: [String: Int] = [:]
    private var heap: [Int] = []
    private var lastTurn = 0

    init(order: NetTaskOrder, limitPerKey: Int) {
        self.order = order
        self.limitPerKey = limitPerKey
        _ = addBucket(key: nil)
    }

    // MARK: The buckets

    /// Returns the bucket for a new task. Balance with a call to ``leave(_:)``.
    mutating func join(key: String?) -> Int {
        let bucket = key.map { bucketOfKey[$0] ?? addBucket(key: $0) } ?? 0
        buckets[bucket].taskCount += 1
        return bucket
    }

    /// Keeps a bucket even without tasks. Balance with a call to ``leave(_:)``.
    mutating func retain(_ bucket: Int) {
        buckets[bucket].taskCount += 1
    }

    func key(of bucket: Int) -> String? { buckets[bucket].key }

    /// The number of tasks in the bucket, plus the number of calls to ``retain(_:)``.
    func taskCount(of bucket: Int) -> Int { buckets[bucket].taskCount }

    func runningCount(of bucket: Int) -> Int { buckets[bucket].runningCount }

    /// Whether a task of the bucket is ready.
    func hasWaiting(_ bucket: Int) -> Bool { buckets[bucket].priorities != 0 }

    /// The ready tasks of the bucket.
    func waiting(in bucket: Int) -> [Int] {
        var slots: [Int] = []
        for end in ends[bucket * Self.priorityCount..<(bucket + 1) * Self.priorityCount] {
            var slot = end.next
            while slot >= 0 {
                slots.append(slot)
                slot = links[slot].next
            }
        }
        return slots
    }

    /// Whether the bucket may not start tasks.
    func isHeld(_ bucket: Int) -> Bool { buckets[bucket].isHeld }

    /// Sets whether the bucket may not start tasks.
    mutating func setHeld(_ isHeld: Bool, _ bucket: Int) {
        if buckets[bucket].isHeld != isHeld {
            buckets[bucket].isHeld = isHeld
            refresh(bucket)
        }
    }

    /// Removes a task that has ended from its bucket.
    mutating func leave(_ bucket: Int) {
        buckets[bucket].taskCount -= 1
        if buckets[bucket].taskCount == 0, let key = buckets[bucket].key {
            bucketOfKey.removeValue(forKey: key)
            freeBuckets.append(bucket)
        }
    }

    /// Frees the slot of a running task of the bucket, which ``removeFirst()`` had started.
    mutating func freeSlot(of bucket: Int) {
        buckets[bucket].runningCount -= 1
        refresh(bucket)
    }

    /// Moves a task to the bucket of another key. The task keeps its turn.
    ///
    /// - Returns: the new bucket.
    mutating func move(_ slot: Int, from old: Int, to key: String, isRunning: Bool) -> Int {
        let new = join(key: key)
        if isRunning {
            buckets[new].runningCount += 1
            freeSlot(of: old)
            refresh(new)
        }
        if contains(slot) {
            let link = links[slot]
            remove(slot)
            insert(slot, into: new * Self.priorityCount + link.line % Self.priorityCount, turn: link.turn)
        }
        leave(old)
        return new
    }

    private mutating func addBucket(key: String?) -> Int {
        let bucket = freeBuckets.popLast() ?? buckets.count
        if bucket == buckets.count {
            buckets.append(Bucket())
            for line in ends.count..<ends.count + Self.priorityCount {
                ends.append(Link(previous: ~line, next: ~line))
            }
        }
        buckets[bucket].key = key
        if let key {
            bucketOfKey[key] = bucket
        }
        return bucket
    }

    /// Releases the memory of the tasks. The queue must be empty.
    mutating func removeAll() {
        self = ReadyQueue(order: order, limitPerKey: limitPerKey)
    }

    // MARK: The lines

    func contains(_ slot: Int) -> Bool {
        slot < links.count && links[slot].line != Self.none
    }

    /// Appends a task to the line of its priority.
    mutating func append(_ slot: Int, priority: NetTaskPriority, bucket: Int) {
        while links.count <= slot {
            links.append(Link())
        }
        lastTurn += 1
        insert(slot, into: bucket * Self.priorityCount + priority.rawValue, turn: lastTurn)
    }

    /// Inserts a task behind the tasks of its line that became ready earlier: nearly always at the end.
    private mutating func insert(_ slot: Int, into line: Int, turn: Int) {
        var previous = ends[line].previous
        while previous >= 0, links[previous].turn > turn {
            previous = links[previous].previous
        }
        let next = self[previous].next
        links[slot] = Link(previous: previous, next: next, line: line, turn: turn)
        self[previous].next = slot
        self[next].previous = slot
        let bucket = line / Self.priorityCount
        buckets[bucket].priorities |= 1 << (line % Self.priorityCount)
        refresh(bucket)
    }

    /// Removes a task from its line, if it is in one.
    mutating func remove(_ slot: Int) {
        guard contains(slot) else { return }
        let link = links[slot]
        links[slot].line = Self.none
        self[link.previous].next = link.next
        self[link.next].previous = link.previous
        let bucket = link.line / Self.priorityCount
        if ends[link.line].next < 0 {
            buckets[bucket].priorities &= ~(1 << (link.line % Self.priorityCount))
        }
        refresh(bucket)
    }

    private subscript(_ link: Int) -> Link {
        get { link < 0 ? ends[~link] : links[link] }
        set {
            if link < 0 { ends[~link] = newValue } else { links[link] = newValue }
        }
    }

    /// The task to start next.
    var first: Int? { heap.first.map(best) }

    /// Removes ``first``, which then counts as running.
    mutating func removeFirst() {
        guard let bucket = heap.first else { return }
        let slot = best(in: bucket)
        buckets[bucket].runningCount += 1
        remove(slot)
    }

    /// The task of a bucket to start next. The bucket must have a ready task.
    private func best(in bucket: Int) -> Int {
        let priority = UInt8.bitWidth - 1 - buckets[bucket].priorities.leadingZeroBitCount
        let end = ends[bucket * Self.priorityCount + priority]
        return order == .fifo ? end.next : end.previous
    }

    // MARK: The heap

    /// Updates the position of a bucket in the heap after its tasks have changed.
    private mutating func refresh(_ bucket: Int) {
        let mayStart =
            buckets[bucket].priorities != 0 && !buckets[bucket].isHeld
            && (bucket == 0 || limitPerKey == 0 || buckets[bucket].runningCount < limitPerKey)
        let index = buckets[bucket].heapIndex
        if mayStart, index == Self.none {
            buckets[bucket].heapIndex = heap.count
            heap.append(bucket)
            siftUp(from: heap.count - 1)
        } else if mayStart {
            siftUp(from: index)
            siftDown(from: buckets[bucket].heapIndex)
        } else if index != Self.none {
            swap(index, heap.count - 1)
            heap.removeLast()
            buckets[bucket].heapIndex = Self.none
            if index < heap.count {
                let moved = heap[index]
                siftUp(from: index)
                siftDown(from: buckets[moved].heapIndex)
            }
        }
    }

    private mutating func rebuildHeap() {
        for bucket in heap {
            buckets[bucket].heapIndex = Self.none
        }
        heap.removeAll()
        for bucket in buckets.indices {
            refresh(bucket)
        }
    }

    var heapCount: Int { heap.count }

    func precedes(_ index: Int, _ other: Int) -> Bool {
        let (left, right) = (links[best(in: heap[index])], links[best(in: heap[other])])
        let (priority, otherPriority) = (left.line % Self.priorityCount, right.line % Self.priorityCount)
        if priority != otherPriority { return priority > otherPriority }
        return order == .fifo ? left.turn < right.turn : left.turn > right.turn
    }

    mutating func swap(_ index: Int, _ other: Int) {
        heap.swapAt(index, other)
        buckets[heap[index]].heapIndex = index
        buckets[heap[other]].heapIndex = other
    }
}
