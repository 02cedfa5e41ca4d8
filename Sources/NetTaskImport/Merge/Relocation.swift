/// Brings the entries of base and theirs into the files that they have in ours, so that each file can be merged for
/// itself.
struct Relocation {
    private let base: SpecLayout
    private let ours: SpecLayout
    private let theirs: SpecLayout
    private let oursFiles: Set<String>
    private let baseFiles: Set<String>
    /// For files that ours has no more: the one to which the team moved most of what was in there.
    private var successors: [String: String] = [:]

    /// Entries by the file and the section that they belong in.
    private(set) var baseEntries: [String: [String: [SpecLayout.Place]]] = [:]
    private(set) var theirsEntries: [String: [String: [SpecLayout.Place]]] = [:]
    /// Untouched entries that the document has in another file than before.
    private(set) var moved: [SpecLayout.Address: (from: String, to: String)] = [:]
    /// Entries of files that the team removed, which did not change.
    private(set) var skipped: [String: [SpecLayout.Address]] = [:]

    init(base: [SpecText], ours: [SpecText], theirs: [SpecText]) {
        self.base = SpecLayout(base)
        self.ours = SpecLayout(ours)
        self.theirs = SpecLayout(theirs)
        oursFiles = Set(ours.map(\.name))
        baseFiles = Set(base.map(\.name))
        for text in base where !oursFiles.contains(text.name) {
            successors[text.name] = successor(of: text.name)
        }
        for place in self.base.places {
            if let file = fileOfBase(place) {
                baseEntries[file, default: [:]][place.address.section, default: []].append(place)
            }
        }
        for place in self.theirs.places { placeTheirs(place) }
        for file in baseEntries.keys { sortOwnFirst(&baseEntries, file) }
        for file in theirsEntries.keys { sortOwnFirst(&theirsEntries, file) }
    }

    private func successor(of file: String) -> String? {
        var counts: [String: Int] = [:]
        for place in base.places where place.file == file {
            if let now = ours.place(place.address) { counts[now.file, default: 0] += 1 }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// Where what was in this file belongs now: in itself, if it is there or new.
    private func home(of file: String) -> String {
        oursFiles.contains(file) ? file : successors[file] ?? file
    }

    private func fileOfBase(_ place: SpecLayout.Place) -> String? {
        let home = home(of: place.file)
        if let now = ours.place(place.address, preferring: home) { return now.file }
        return oursFiles.contains(home) ? home : nil
    }

    private mutating func placeTheirs(_ place: SpecLayout.Place) {
        let address = place.address
        let old = base.place(address)
        let target: String
        if let now = ours.place(address, preferring: old.map { home(of: $0.file) }) {
            if let old, now.file == old.file, place.file != old.file, !now.item.isTouched(since: old.item),
                oursFiles.contains(place.file) || !baseFiles.contains(place.file)
            {
                moved[address] = (old.file, place.file)
                target = place.file
            } else {
                target = now.file
            }
        } else if let old {
            let home = home(of: old.file)
            if oursFiles.contains(home) {
                target = home
            } else if place.item.value.value != old.item.value.value {
                target = place.file
            } else {
                skipped[place.file, default: []].append(address)
                return
            }
        } else {
            target = home(of: place.file)
        }
        theirsEntries[target, default: [:]][address.section, default: []].append(place)
    }

    /// What is of the file itself comes before what comes from others.
    private func sortOwnFirst(_ entries: inout [String: [String: [SpecLayout.Place]]], _ file: String) {
        for (section, places) in entries[file] ?? [:] {
            entries[file]?[section] = places.filter { $0.file == file } + places.filter { $0.file != file }
        }
    }
}
