/// The tasks that are ready to start, found by the number of their slot: for each key a bucket, in it a line for each
/// priority.
///
/// The tasks of a line are linked in a circle that its end closes, so that a task leaves from any place at once. The buckets that may start something
/// stand in a heap by their best task. All is done in constant time but for the heap, which is as deep as there are
/// many keys.
struct ReadyQueue: Sendable, BinaryHeap {
    /// A task in its line, by the number of its slot; or the end of a line, by the complement of the line's number.
    private struct Link: Sendable {
        var previous = none
        var next = none
        /// Where it is; `none` unless it is in a line.
        var line = none
        /// The number of its turn: who became ready earlier has the lower one.
        var turn = 0
    }

    private struct Bucket: Sendable {
        var key: String?
        /// Of all its tasks, also those that are not ready.
        var taskCount = 0
        var runningCount = 0
        /// One bit for each priority that somebody waits in.
        var priorities: UInt8 = 0
        /// Whether nothing of it may start.
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
    /// The ends of the lines of all buckets, those of one bucket side by side.
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

    /// The bucket of a new task, which ``leave(_:)`` has to be told of later.
    mutating func join(key: String?) -> Int {
        let bucket = key.map { bucketOfKey[$0] ?? addBucket(key: $0) } ?? 0
        buckets[bucket].taskCount += 1
        return bucket
    }

    /// Keeps a bucket, also without tasks, until ``leave(_:)`` is told.
    mutating func retain(_ bucket: Int) {
        buckets[bucket].taskCount += 1
    }

    func key(of bucket: Int) -> String? { buckets[bucket].key }

    /// How many tasks it has, with what retains it.
    func taskCount(of bucket: Int) -> Int { buckets[bucket].taskCount }

    func runningCount(of bucket: Int) -> Int { buckets[bucket].runningCount }

    /// Whether a task of it is in line.
    func hasWaiting(_ bucket: Int) -> Bool { buckets[bucket].priorities != 0 }

    /// The tasks of it that are in line.
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

    /// Whether nothing of it may start.
    func isHeld(_ bucket: Int) -> Bool { buckets[bucket].isHeld }

    /// Has nothing of that bucket start, or again what may.
    mutating func setHeld(_ isHeld: Bool, _ bucket: Int) {
        if buckets[bucket].isHeld != isHeld {
            buckets[bucket].isHeld = isHeld
            refresh(bucket)
        }
    }

    /// A task of that bucket has ended.
    mutating func leave(_ bucket: Int) {
        buckets[bucket].taskCount -= 1
        if buckets[bucket].taskCount == 0, let key = buckets[bucket].key {
            bucketOfKey.removeValue(forKey: key)
            freeBuckets.append(bucket)
        }
    }

    /// A task of that bucket, which ``removeFirst()`` took out, runs no more.
    mutating func freeSlot(of bucket: Int) {
        buckets[bucket].runningCount -= 1
        refresh(bucket)
    }

    /// Has a task count for a key from now on. It keeps its turn.
    ///
    /// - Returns: its new bucket.
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

    /// Gives back what is kept for tasks. There must be none.
    mutating func removeAll() {
        self = ReadyQueue(order: order, limitPerKey: limitPerKey)
    }

    // MARK: The lines

    func contains(_ slot: Int) -> Bool {
        slot < links.count && links[slot].line != Self.none
    }

    /// Puts a task at the end of its line.
    mutating func append(_ slot: Int, priority: NetTaskPriority, bucket: Int) {
        while links.count <= slot {
            links.append(Link())
        }
        lastTurn += 1
        insert(slot, into: bucket * Self.priorityCount + priority.rawValue, turn: lastTurn)
    }

    /// Puts a task behind those of its line that became ready before it: nearly always, behind all.
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

    /// Takes a task out of its line, if it is in one.
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

    /// The task whose turn it is.
    var first: Int? { heap.first.map(best) }

    /// Takes out ``first``, which counts as running from then on.
    mutating func removeFirst() {
        guard let bucket = heap.first else { return }
        let slot = best(in: bucket)
        buckets[bucket].runningCount += 1
        remove(slot)
    }

    /// The one of a bucket to start first. There has to be one.
    private func best(in bucket: Int) -> Int {
        let priority = UInt8.bitWidth - 1 - buckets[bucket].priorities.leadingZeroBitCount
        let end = ends[bucket * Self.priorityCount + priority]
        return order == .fifo ? end.next : end.previous
    }

    // MARK: The heap

    /// Puts a bucket where it belongs, now that its tasks have changed.
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
