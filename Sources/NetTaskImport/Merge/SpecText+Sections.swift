extension SpecText {
    /// The file with other entries in `endpoints` and `shapes`; without the section where there are none.
    /// - Parameter model: A file whose sections show how to write one that this file lacks.
    func holding(_ entries: [String: [SpecLayout.Place]], like model: SpecText?) -> SpecText {
        guard var map = root.map else { return self }
        var result = self
        for section in SpecSections.names {
            let places = entries[section] ?? []
            if let index = map.index(of: section) {
                guard let old = map.items[index].value.map else { continue }
                if old.items.map(\.key) == places.map(\.address.key), places.allSatisfy({ $0.file == name }) {
                    continue
                }
                if places.isEmpty {
                    map.items.remove(at: index)
                } else {
                    let indent = old.isFlow ? map.indent + step : old.indent
                    map.items[index] = self.section(map.items[index], places, indent: indent, footer: old.footer)
                }
            } else if !places.isEmpty {
                let own = model?.root.map?[section]
                let item =
                    own
                    ?? TextItem(
                        key: section,
                        lead: ["\n"],
                        keyText: section,
                        gap: ":",
                        value: .collection(.emptyMap(indent: map.indent + step)),
                        comment: ""
                    )
                map.items.append(self.section(item, places, indent: map.indent + step, footer: []))
            }
        }
        result.root = .collection(map)
        return result
    }

    /// The file with this section, which it lacks, without entries: so that a merge goes into the section.
    func holdingEmpty(_ section: String, like model: SpecText) -> SpecText {
        guard var map = root.map, map[section] == nil, let item = model.root.map?[section] else { return self }
        var result = self
        map.items.append(self.section(item, [], indent: map.indent + step, footer: []))
        result.root = .collection(map)
        return result
    }

    func without(_ section: String) -> SpecText {
        guard var map = root.map, let index = map.index(of: section) else { return self }
        var result = self
        map.items.remove(at: index)
        result.root = .collection(map)
        return result
    }

    /// The file with only these entries in the section.
    func keeping(_ addresses: [SpecLayout.Address], of section: String) -> SpecText {
        guard var map = root.map, let index = map.index(of: section), var entries = map.items[index].value.map else {
            return self
        }
        var result = self
        let keys = Set(addresses.map(\.key))
        entries.items.removeAll { !keys.contains($0.key) }
        map.items[index].value = .collection(entries)
        result.root = .collection(map)
        return result
    }

    /// Whether it says something else, or has comments that `base` lacks, apart from its entries.
    func isTouched(since base: SpecText) -> Bool {
        let own = SpecSections.names.reduce(self) { $0.without($1) }
        let old = SpecSections.names.reduce(base) { $0.without($1) }
        let known = old.looseComments
        return own.root.value != old.root.value || !own.looseComments.isSubset(of: known)
    }

    private var looseComments: Set<String> {
        root.comments.union((header + trailer).map(\.trimmed))
    }

    private func section(_ item: TextItem, _ places: [SpecLayout.Place], indent: Int, footer: [String]) -> TextItem {
        var item = item
        var map = TextCollection.emptyMap(indent: indent)
        map.items = places.map { place in
            var entry = TextFit(sourceStep: place.step, targetStep: step).item(
                place.item,
                from: place.indent,
                to: indent
            )
            if place.isFlow {
                (entry.lead, entry.comment, entry.gap) = ([], "", ": ")
                entry.value = .leaf(
                    TextLeaf(text: entry.value.value.flowText, value: entry.value.value, endsLine: false)
                )
            }
            return entry
        }
        map.footer = footer
        item.value = .collection(map)
        item.gap = ":"
        return item
    }

    /// The keys of all entries.
    var addresses: Set<SpecLayout.Address> { Set(SpecLayout([self]).places.map(\.address)) }

    /// What `include` names.
    var includes: [String] { root.map?["include"]?.value.value.texts ?? [] }
}
