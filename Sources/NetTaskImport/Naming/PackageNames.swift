import NetTaskSpec

/// The texts for the names of shared schemas with names of packages, such as `io.k8s.api.core.v1.Pod` and `IoK8sApiCoreV1Pod`.
///
/// The parts of a name are the names between its dots. Nine of ten names with dots, and at least ten, must begin with the same
/// part, or nine of ten schemas must have a dot before a capital letter. Without dots, the parts are the words that nine of ten
/// schemas, and at least ten, begin with; the words up to a version (`V1`) that at least ten share; and the rest as one part. The
/// text of such a schema is the shortest list of its last parts whose name no other schema has, and which is not reserved.
struct PackageNames {
    private var texts: [String: String] = [:]

    private static let least = 10

    init(_ keys: [String]) {
        guard keys.count >= Self.least else { return }
        var lists = Self.dotted(keys)
        if !lists.contains(where: { $0.count > 1 }) { lists = Self.joined(keys) }
        // Two texts with the same name in Swift are equal.
        func name(_ parts: [Substring], _ count: Int) -> String? {
            CamelCase.upperCamel(parts.suffix(count).joined(separator: " "))
        }
        var counts: [String: Int] = [:]
        for parts in lists {
            for count in 1...max(1, parts.count) {
                if let name = name(parts, count) { counts[name, default: 0] += 1 }
            }
        }
        for (key, parts) in zip(keys, lists) where parts.count > 1 {
            let count = (1..<parts.count).first { count in
                name(parts, count).map { counts[$0] == 1 && !ReservedNames.types.contains($0) } ?? false
            }
            if let count { texts[key] = parts.suffix(count).joined(separator: " ") }
        }
    }

    /// Returns the text for the name of a schema.
    func text(for key: String) -> String { texts[key] ?? key }

    private static func isMost(_ count: Int, of all: Int) -> Bool { count >= least && count * 10 >= all * 9 }

    /// Returns the parts of each name. A name without a package is one part.
    private static func dotted(_ keys: [String]) -> [[Substring]] {
        let lists = keys.map { $0.split(separator: ".") }
        let dotted = lists.filter { $0.count > 1 }
        let first = dotted.mostFrequent { $0[0] }
        let areTypes = isMost(dotted.count { $0.last?.first?.isUppercase == true }, of: keys.count)
        return zip(keys, lists).map { key, parts in
            let isMember = first.map { parts.first == $0.element && isMost($0.count, of: dotted.count) } ?? false
            return areTypes || isMember ? parts : [Substring(key)]
        }
    }

    private static func joined(_ keys: [String]) -> [[Substring]] {
        let names = keys.map { CamelCase.upperCamel($0) ?? $0 }
        let words = names.map { name in
            NameSeparator.text("-").wireName(for: name).split(separator: "-", omittingEmptySubsequences: false)
        }
        var shared: [Substring] = []
        var members = words
        while let next = members.filter({ $0.count > shared.count + 1 }).mostFrequent({ $0[shared.count] }),
            isMost(next.count, of: keys.count)
        {
            members = members.filter { $0.count > shared.count && $0[shared.count] == next.element }
            shared.append(next.element)
        }
        guard !shared.isEmpty else { return keys.map { [Substring($0)] } }
        var versions: [ArraySlice<Substring>: Int] = [:]
        for words in members { versions[package(words, shared.count), default: 0] += 1 }
        return zip(names, words).map { name, words in
            guard words.starts(with: shared), words.count > shared.count else { return [Substring(name)] }
            let versioned = package(words, shared.count)
            let parts = versions[versioned, default: 0] >= least ? versioned : shared[...]
            return parts + [name.dropFirst(parts.joined().count)]
        }
    }

    /// Returns the words up to a version, but at least `count`.
    private static func package(_ words: [Substring], _ count: Int) -> ArraySlice<Substring> {
        let end = words.indices.dropLast().first { index in
            index >= count && words[index].wholeMatch(of: /v[0-9]+([a-z]+[0-9]*)?/) != nil
        }
        return words[...(end ?? count - 1)]
    }
}

extension Array {
    /// Returns the most frequent value for the elements, with its count.
    fileprivate func mostFrequent(_ value: (Element) -> Substring) -> (element: Substring, count: Int)? {
        var counts: [Substring: Int] = [:]
        for element in self { counts[value(element), default: 0] += 1 }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
    }
}
