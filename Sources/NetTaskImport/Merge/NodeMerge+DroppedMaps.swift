extension NodeMerge {
    /// What goes of an entry that theirs dropped and the team changed.
    enum Dropped {
        case none
        case some(rest: TextItem)
        case all
    }

    /// Takes out of a map what is not the team's, and notes it, where its entries do not need each other.
    mutating func dropping(
        _ base: TextItem,
        from item: TextItem,
        inFlow: Bool,
        indent: Int,
        at path: [String]
    ) -> Dropped {
        guard Self.holdsIndependentEntries(path), let baseMap = base.value.map, let map = item.value.map,
            !map.items.isEmpty
        else { return .none }
        var dropped = baseMap
        dropped.items = []
        dropped.footer = []
        var inner = self
        let rest = inner.maps(baseMap, map, dropped, at: path)
        if rest.items.isEmpty {
            let known = base.comments.union(base.lead.map(\.trimmed))
            guard item.comments.isSubset(of: known) else { return .none }
            self = inner
            return .all
        }
        self = inner
        var result = item
        result.value = .collection(rest)
        return .some(rest: Self.wellFormed(result, inFlow: inFlow, indent: indent))
    }

    /// Half an endpoint or half a retry would say something else; one of two params says what it did.
    private static func holdsIndependentEntries(_ path: [String]) -> Bool {
        switch path.count {
        case 1: ["defaults", "auth"].contains(path[0])
        case 2: path[0] == "defaults" && ["errors", "headers"].contains(path[1])
        case 3: path[0] == "endpoints" && ["params", "errors", "headers"].contains(path[2])
        default: false
        }
    }
}
