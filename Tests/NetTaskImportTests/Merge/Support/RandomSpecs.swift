/// Makes up spec files and changes them, from a seed.
struct RandomSpecs {
    private var state: UInt64
    private var count = 0

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    mutating func chance(_ one: Int) -> Bool { number(below: one) == 0 }

    mutating func name(_ start: String) -> String {
        count += 1
        return "\(start)\(count)"
    }

    // MARK: Making

    mutating func files() -> [String: SpecTree] {
        var files: [String: SpecTree] = [:]
        let tags = (0...number(below: 3)).map { _ in name("tag") + ".nettask.yaml" }
        for tag in tags {
            var sections = [SpecTree.Entry(key: "endpoints", value: section("Endpoint"))]
            if chance(2) { sections.append(SpecTree.Entry(key: "shapes", value: section("Shape"))) }
            files[tag] = .map(sections)
        }
        files["main.nettask.yaml"] = .map([
            SpecTree.Entry(key: "nettask", comments: ["An API."], value: .scalar("1")),
            SpecTree.Entry(key: "client", value: .scalar("API")),
            SpecTree.Entry(key: "defaults", hasEmptyLineAbove: true, value: body()),
            SpecTree.Entry(key: "include", value: .list(tags)),
        ])
        return files
    }

    mutating func section(_ start: String) -> SpecTree {
        .map(
            (0...number(below: 4)).map { index in
                var entry = entry(name(start), body())
                entry.hasEmptyLineAbove = index > 0
                return entry
            }
        )
    }

    mutating func entry(_ key: String, _ value: SpecTree) -> SpecTree.Entry {
        var entry = SpecTree.Entry(key: key, value: value)
        if chance(4) { entry.comments = (0...number(below: 2)).map { _ in name("comment ") } }
        if chance(6) { entry.comment = name("at the end ") }
        if case .scalar(let text) = value, text.hasPrefix("|") { entry.comment = nil }
        return entry
    }

    private mutating func body(depth: Int = 0, _ start: String = "key") -> SpecTree {
        .map((0...number(below: 3)).map { _ in entry(name(start), value(depth: depth)) })
    }

    mutating func value(depth: Int = 0) -> SpecTree {
        switch number(below: depth > 1 ? 5 : 7) {
        case 0: .scalar("\"text, \(number(below: 99)): {x}\"")
        case 1: .scalar("|\nline \(number(below: 99))\n  # no comment\nend")
        case 2: .list((0...number(below: 3)).map { _ in name("item") })
        case 3, 4: .scalar("Type\(number(below: 99))?")
        default: body(depth: depth + 1)
        }
    }

    // MARK: Changing

    /// Changes a map somewhere within.
    /// - Parameter own: What new keys, comments and items begin with.
    mutating func change(_ tree: inout SpecTree, own: String) {
        var entries = tree.entries
        guard !entries.isEmpty else { return }
        let index = number(below: entries.count)
        switch number(below: 12) {
        case 0...4 where !entries[index].value.entries.isEmpty:
            change(&entries[index].value, own: own)
        case 5:
            let place = number(below: entries.count + 1)
            entries.insert(entry(name(own), .scalar(name(own))), at: place)
        case 6 where entries.count > 1:
            entries.remove(at: index)
        case 7:
            entries[index].comments = chance(3) ? [] : entries[index].comments + ["\(name(own)) comment"]
        case 8 where entries[index].value.isOneLine:
            entries[index].comment = "\(name(own)) comment"
        case 9:
            if case .list(var items) = entries[index].value {
                if chance(2), items.count > 1 { items.remove(at: number(below: items.count)) }
                items.insert(name(own), at: number(below: items.count + 1))
                entries[index].value = .list(items)
            }
        default:
            if entries[index].value.entries.isEmpty { entries[index].value = .scalar(name(own)) }
        }
        tree.entries = entries
    }

    /// Changes some of the entries of `endpoints` and `shapes`: within, by new ones, by removing, by moving to another
    /// file; and the rest of the files.
    mutating func change(_ files: inout [String: SpecTree], own: String) {
        for _ in 0...number(below: 5) {
            let names = files.keys.sorted()
            let file = names[number(below: names.count)]
            let section = chance(3) ? "shapes" : "endpoints"
            guard var tree = files[file]?[section], !tree.entries.isEmpty else {
                change(&files[file]!, own: own)
                continue
            }
            let index = number(below: tree.entries.count)
            switch number(below: 8) {
            case 0:
                tree.entries.insert(entry(name(own), .map([entry(name(own), .scalar("x"))])), at: index)
            case 1 where tree.entries.count > 1:
                tree.entries.remove(at: index)
            case 2 where tree.entries.count > 1:
                let target = names[number(below: names.count)]
                guard target != file, files[target]?[section] != nil else { continue }
                let moved = tree.entries.remove(at: index)
                files[target]?[section]?.entries.append(moved)
            default:
                change(&tree.entries[index].value, own: own)
            }
            files[file]?[section] = tree
        }
        let main = files["main.nettask.yaml"]
        guard chance(4), case .list(let included)? = main?["include"] else { return }
        if chance(2) {
            let new = name(own) + ".nettask.yaml"
            files[new] = .map([SpecTree.Entry(key: "endpoints", value: section(own))])
            files["main.nettask.yaml"]?["include"] = .list(included + [new])
        } else if let last = included.last, included.count > 1 {
            files[last] = nil
            files["main.nettask.yaml"]?["include"] = .list(included.dropLast())
        }
    }

    mutating func style() -> SpecTree.Style {
        guard chance(2) else { return SpecTree.Style() }
        return SpecTree.Style(
            step: [1, 2, 3, 4][number(below: 4)],
            flowFrom: chance(2) ? 2 + number(below: 4) : 9,
            listsInLines: chance(2)
        )
    }
}

extension SpecTree {
    var isOneLine: Bool {
        switch self {
        case .scalar(let text): !text.hasPrefix("|")
        case .list, .map: true
        }
    }
}
