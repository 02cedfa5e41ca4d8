import NetTaskSpec

/// Which of the things in a list became which of those in another one.
struct Matching<Item> {
    /// In the order of the new ones.
    var pairs: [Pair] {
        pairOfNew.indices.compactMap { index in
            pairOfNew[index].map { Pair(old: olds[$0], new: news[index], oldIndex: $0) }
        }
    }
    var gone: [Item] { olds.indices.filter { !isPaired[$0] }.map { olds[$0] } }
    var added: [Item] { news.indices.filter { pairOfNew[$0] == nil }.map { news[$0] } }

    struct Pair {
        var old: Item
        var new: Item
        fileprivate var oldIndex: Int
    }

    private let olds: [Item]
    private let news: [Item]
    private var isPaired: [Bool]
    /// The index of the old one that each new one was.
    private var pairOfNew: [Int?]

    /// - Parameter key: What both have in common, such as a name.
    init(_ olds: [Item], _ news: [Item], by key: (Item) -> String) {
        self.olds = olds
        self.news = news
        isPaired = Array(repeating: false, count: olds.count)
        pairOfNew = Array(repeating: nil, count: news.count)
        pairRest(key, key)
    }

    /// Pairs those that are left, by something else that they have in common.
    ///
    /// - Parameters:
    ///   - oldKey: nil for one that cannot be paired in this way.
    ///   - isSame: Whether two with the same key can be a pair.
    mutating func pairRest(
        _ oldKey: (Item) -> String?,
        _ newKey: (Item) -> String?,
        where isSame: (_ old: Item, _ new: Item) -> Bool = { _, _ in true }
    ) {
        var candidates: [String: [Int]] = [:]
        for index in olds.indices where !isPaired[index] {
            if let key = oldKey(olds[index]) { candidates[key, default: []].append(index) }
        }
        for index in news.indices where pairOfNew[index] == nil {
            guard let key = newKey(news[index]), let found = candidates[key] else { continue }
            // Only so many are tried, so that no spec can take its time.
            let tried = found.filter { !isPaired[$0] }.prefix(16)
            guard let old = tried.first(where: { isSame(olds[$0], news[index]) }) else { continue }
            isPaired[old] = true
            pairOfNew[index] = old
        }
    }

    /// Two new ones that were the other way round; nil if all have the order that they had.
    var firstOutOfOrder: (first: Item, second: Item)? {
        let pairs = pairs
        for (pair, next) in zip(pairs, pairs.dropFirst()) where pair.oldIndex > next.oldIndex {
            return (pair.new, next.new)
        }
        return nil
    }
}
