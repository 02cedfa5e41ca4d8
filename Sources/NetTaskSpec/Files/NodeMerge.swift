/// The rule of inheritance: maps merge key by key, other values are replaced, and `null` removes.
///
/// A short form is merged as the map that it represents: over `id: Int`, `id: {description: …}` is
/// `{type: Int, description: …}`.
struct NodeMerge {
    /// Whether entries are merged over those of an extended spec. Such entries can be omitted, and a new entry must be
    /// complete.
    let isOverlay: Bool
    /// The number of the file with the inherited settings or, in an overlay, with the changes.
    let file: Int
    let diagnostics: DiagnosticCollector
    /// The defaults of an entry that an overlay changes.
    private var defaults: YAMLNode?

    init(isOverlay: Bool, file: Int, diagnostics: DiagnosticCollector) {
        self.isOverlay = isOverlay
        self.file = file
        self.diagnostics = diagnostics
    }

    /// - Parameter rule: The kind of both maps.
    func merged(_ own: [YAMLNode.Entry], over base: [YAMLNode.Entry], _ rule: MappingRule) -> [YAMLNode.Entry] {
        merged(own, over: base, in: .map(rule.id))
    }

    /// Merges the entries of one section of a spec over those of the extended specs.
    ///
    /// - Parameters:
    ///   - defaults: The defaults of each file, which apply to the entries that the file defines.
    ///   - map: The map that contains the entries.
    func merged(
        _ own: [YAMLNode.Entry],
        over base: [ExtendedSpec.Entry],
        _ defaults: [Int: YAMLNode.Entry],
        _ map: KeyValue
    ) -> [ExtendedSpec.Entry] {
        var result: [ExtendedSpec.Entry?] = base
        let indices = Dictionary(base.enumerated().map { ($1.node.key, $0) }) { first, _ in first }
        lazy var nodes = base.map(\.node)
        for entry in own {
            let kind = Self.kind(of: entry.key, in: map)
            let index = indices[entry.key]
            var merge = self
            merge.defaults = defaults[index.map { base[$0].home } ?? file]?.value
            let changed = merge.changed(index.flatMap { result[$0]?.node }, by: entry, kind, among: nodes)
            if let index {
                result[index] = changed.map { ExtendedSpec.Entry(node: $0, home: base[index].home) }
            } else if let changed {
                result.append(ExtendedSpec.Entry(node: changed, home: file))
            }
        }
        return result.compactMap { $0 }
    }

    /// - Parameter defaults: The defaults that an endpoint or a shape of the extending spec also inherits.
    private func merged(
        _ own: [YAMLNode.Entry],
        over base: [YAMLNode.Entry],
        in map: KeyValue,
        besides defaults: YAMLNode? = nil,
        ignoringCase: Bool = false
    ) -> [YAMLNode.Entry] {
        func name(_ key: String) -> String { ignoringCase ? key.lowercased() : key }
        var result: [YAMLNode.Entry?] = base
        let indices = Dictionary(base.enumerated().map { (name($1.key), $0) }) { first, _ in first }
        let defaultNames = Set(defaults?.entries.map { name($0.key) } ?? [])
        for entry in own {
            let index = indices[name(entry.key)]
            let changed = changed(
                index.flatMap { result[$0] },
                by: entry,
                Self.kind(of: entry.key, in: map),
                among: base,
                besides: defaults,
                isDefault: defaultNames.contains(name(entry.key))
            )
            if let index { result[index] = changed } else { result.append(changed) }
        }
        return result.compactMap { $0 }
    }

    /// The result of an entry that changes an inherited one; `nil` if it removes it, or after a diagnostic.
    ///
    /// - Parameters:
    ///   - base: All entries on the same level as the inherited one.
    ///   - isDefault: Whether the defaults have a value for it.
    private func changed(
        _ inherited: YAMLNode.Entry?,
        by entry: YAMLNode.Entry,
        _ kind: KeyValue,
        among base: [YAMLNode.Entry],
        besides defaults: YAMLNode? = nil,
        isDefault: Bool = false
    ) -> YAMLNode.Entry? {
        if entry.value.removes, isDefault { return entry }  // Kept, to also remove the default.
        if removes(entry, kind, exists: inherited != nil) {
            if inherited == nil { reportMissing(entry, kind, among: base) }
            return nil
        }
        if let inherited { return merged(entry, over: inherited, kind, besides: defaults) }
        guard !isOverlay || isDefault || isWhole(entry.value, kind) else {
            reportPart(entry, kind, among: base)
            return nil
        }
        // Without an inherited entry, nested removals have nothing to remove either.
        var nothing = entry
        nothing.value.content = .mapping([])
        return entry.value.isMap ? merged(entry, over: nothing, kind, besides: defaults) : entry
    }

    /// - Returns: `nil` if nothing remains.
    private func merged(
        _ own: YAMLNode.Entry,
        over base: YAMLNode.Entry,
        _ kind: KeyValue,
        besides defaults: YAMLNode?
    ) -> YAMLNode.Entry? {
        if own.value.isMissing, case .named = kind { return base }  // a heading without entries
        if isOverlay, own.value.isMap, case .sequence = base.value.content, own.key == "oneOf" {
            diagnostics.at(own.keyRange, .wrongKind)
                .error("a map cannot be merged over `oneOf`, which is a list in the extended spec")
                .note("write the whole list, which replaces the inherited one")
            return base
        }
        if isOverlay, own.key == "response", own.value.isMap, !own.value.isByStatus, base.value.isByStatus,
            Self.kinds(of: own.value.entries).isEmpty
        {
            diagnostics.at(own.keyRange, .conflictingKeys).error("the extended response is by status")
                .note("write the status, such as `response: {200: {…}}`, or a whole response with its type")
            return base
        }
        guard own.value.isMap || base.value.isMap,
            let (map, entries) = Self.map(own.value, kind, isBase: false),
            let (baseMap, baseEntries) = Self.map(base.value, kind, isBase: true), map == baseMap
        else { return own }
        if isOverlay { diagnostics.change(base.range, by: own.keyRange) }
        // A response of another kind replaces the inherited one.
        if map == .map(SpecLanguage.response.id), Self.isOfAnotherKind(entries, than: baseEntries) { return own }
        let isOfHeaders = own.key == "headers" && map == .table(.text)
        var merge = self
        if isOverlay, map == .map(SpecLanguage.group.id) { merge.defaults = inherited(entries, over: baseEntries) }
        let merged = merge.merged(
            entries,
            over: baseEntries,
            in: map,
            besides: kind.inherits ? self.defaults : defaults?[own.key],
            ignoringCase: isOfHeaders
        )
        // Without the last of its entries, there is no such map.
        if merged.isEmpty, !entries.isEmpty, own.key == "headers" || map.isKeyed { return nil }
        var result = own
        result.value.content = .mapping(merged)
        return result
    }

    /// The settings that the endpoints of a group inherit: those of the group over the defaults.
    private func inherited(_ group: [YAMLNode.Entry], over base: [YAMLNode.Entry]) -> YAMLNode? {
        guard var result = defaults ?? (group.first ?? base.first)?.value else { return nil }
        // Mistakes in them are reported when they are merged themselves.
        let merge = NodeMerge(isOverlay: false, file: file, diagnostics: DiagnosticCollector(files: diagnostics.files))
        let ofItself: Set = ["description", "swiftName", "uri", "endpoints"]
        let settings = [group, base].map { $0.filter { !ofItself.contains($0.key) } }
        let merged = merge.merged(settings[0], over: settings[1], SpecLanguage.group)
        result.content = .mapping(merge.merged(merged, over: defaults?.entries ?? [], SpecLanguage.group))
        return result
    }

    // MARK: Kinds of values

    /// Whether a response is of another kind than the inherited one, and has none of its keys.
    private static func isOfAnotherKind(_ own: [YAMLNode.Entry], than base: [YAMLNode.Entry]) -> Bool {
        !kinds(of: own).isEmpty && !kinds(of: base).isEmpty && kinds(of: own).isDisjoint(with: kinds(of: base))
    }

    /// The keys that say what kind of response one is.
    private static func kinds(of response: [YAMLNode.Entry]) -> Set<String> {
        Set(response.map { $0.key.contains("/") ? "/" : $0.key }).intersection([
            "type", "fields", "events", "lines", "/",
        ])
    }

    private static func kind(of key: String, in map: KeyValue) -> KeyValue {
        switch map {
        // The default of a field is one value, even if it is a map.
        case .map where key == "default": .constant
        case .map(let id): SpecLanguage.rule(id)?.key(key)?.value ?? .anything
        case .table(let value), .named(let value), .keyed(_, let value): value
        default: .anything
        }
    }

    /// The map that a value is, or is the short form of, and its kind; `nil` for other values.
    private static func map(
        _ node: YAMLNode,
        _ kind: KeyValue,
        isBase: Bool
    ) -> (kind: KeyValue, entries: [YAMLNode.Entry])? {
        guard case .anyOf(let kinds) = kind else {
            guard kind.isMap, case .mapping(let entries) = node.content else { return nil }
            return (kind, entries)
        }
        if case .mapping(let entries) = node.content {
            let maps = kinds.filter(\.isMap)
            let statuses = maps.first { if case .keyed = $0 { true } else { false } }
            if let statuses, node.isByStatus { return (statuses, entries) }
            return maps.first.map { ($0, entries) }
        }
        for case .map(let id) in kinds {
            if let key = SpecLanguage.rule(id)?.shortKey {
                return (.map(id), [YAMLNode.Entry(key: key, keyRange: node.range, value: node)])
            }
            if kinds.contains(.bool), node.text == "true" { return (.map(id), []) }
        }
        // A list of names can be changed by a map, but itself is replaced like any other list.
        if isBase, kinds.contains(.list(.text)), let table = kinds.first(where: { $0.isMap && !$0.hasFixedKeys }),
            case .sequence(let values) = node.content
        {
            return (table, values.compactMap(namedCase))
        }
        return nil
    }

    private static func namedCase(_ value: YAMLNode) -> YAMLNode.Entry? {
        guard let text = value.text else { return nil }
        let name = SwiftIdentifier.isValid(text) ? text : CamelCase.lowerCamel(text) ?? text
        return YAMLNode.Entry(key: name, keyRange: value.range, value: value)
    }

    // MARK: Effects of an entry

    private func removes(_ entry: YAMLNode.Entry, _ kind: KeyValue, exists: Bool) -> Bool {
        if entry.value.removes { return exists || !kind.takesNull }
        guard isOverlay, kind.isEndpointOrShape, let omit = entry.value["omit"] else { return false }
        if omit.text != "true" {
            diagnostics.at(omit.range, .wrongKind).error("`omit` must be true, not \(omit.written)")
                .fix(omit.range, "true")
        }
        if case .mapping(let keys) = entry.value.content, let other = keys.first(where: { $0.key != "omit" }) {
            diagnostics.at(other.keyRange, .omittedEntry)
                .error("\(entry.key.quotedForMessage) is omitted, so \(other.key.quotedForMessage) has no effect")
                .note("`omit` is set here", at: omit.range)
        }
        return true
    }

    /// Whether an entry without an inherited one is complete.
    private func isWhole(_ node: YAMLNode, _ kind: KeyValue) -> Bool {
        guard node.isMap, case .map(let id)? = Self.map(node, kind, isBase: false)?.kind else { return true }
        return Self.missingKey(node, id) == nil
    }

    /// The required key that a map lacks.
    private static func missingKey(_ node: YAMLNode, _ id: String) -> String? {
        guard let rule = SpecLanguage.rule(id), node.isMap else { return nil }
        if id == SpecLanguage.endpoint.id, node["uri"] == nil {
            guard case .mapping(let params)? = node["params"]?.content else { return "uri" }
            return params.contains { $0.value["in"]?.text == "url" } ? nil : "uri"
        }
        if !rule.alternatives.isEmpty, !rule.alternatives.contains(where: { node[$0] != nil }) {
            return rule.alternatives[0]
        }
        return rule.keys.first { $0.status == .required && node[$0.name] == nil }?.name
    }

    // MARK: Reports

    private func reportMissing(_ entry: YAMLNode.Entry, _ kind: KeyValue, among base: [YAMLNode.Entry]) {
        // Another file has removed the entry, or the null was checked when that file was merged.
        if !isOverlay, entry.keyRange.file != file { return }
        let source = isOverlay ? "the extended spec" : "the defaults"
        report(entry, among: base, "nothing to remove: \(source) \(isOverlay ? "has" : "have") no \(noun(entry, kind))")
    }

    private func reportPart(_ entry: YAMLNode.Entry, _ kind: KeyValue, among base: [YAMLNode.Entry]) {
        guard case .map(let id)? = Self.map(entry.value, kind, isBase: false)?.kind,
            let missing = Self.missingKey(entry.value, id)
        else { return }
        let problem = "nothing to change: the extended spec has no \(noun(entry, kind))"
        report(entry, among: base, "\(problem); a new one needs `\(missing)`")
    }

    private func report(_ entry: YAMLNode.Entry, among base: [YAMLNode.Entry], _ message: String) {
        let renamed = renamed(entry, among: base)
        let report = diagnostics.at(entry.keyRange, .unmatchedEntry).error(message)
            .suggest(renamed?.key ?? entry.key.closestMatch(among: base.map(\.key)))
        if let renamed { report.note("it was renamed to \(renamed.key.quotedForMessage)", at: renamed.keyRange) }
    }

    private func noun(_ entry: YAMLNode.Entry, _ kind: KeyValue) -> String {
        let name = entry.key.quotedForMessage
        guard case .map(let id)? = Self.map(entry.value, kind, isBase: false)?.kind ?? kind.firstMap,
            let noun = SpecLanguage.rule(id)?.noun.split(separator: " ").last, !noun.hasPrefix("`")
        else { return name }
        return "\(noun) \(name)"
    }

    /// The entry that had this name before, according to its `was`.
    private func renamed(_ entry: YAMLNode.Entry, among base: [YAMLNode.Entry]) -> YAMLNode.Entry? {
        base.first { candidate in
            guard let names = candidate.value["was"] else { return false }
            if case .sequence(let names) = names.content { return names.contains { $0.text == entry.key } }
            return names.text == entry.key
        }
    }
}

extension YAMLNode.Entry {
    /// The range from the key to the end of the value.
    fileprivate var range: SourceRange {
        SourceRange(file: keyRange.file, start: keyRange.start, end: max(keyRange.end, value.range.end))
    }
}

extension KeyValue {
    fileprivate var isKeyed: Bool { if case .keyed = self { true } else { false } }

    fileprivate var isMap: Bool {
        switch self {
        case .map, .table, .named, .keyed, .anything: true
        default: false
        }
    }

    fileprivate var hasFixedKeys: Bool { if case .map = self { true } else { false } }

    /// A map with fixed keys that it is, or can be.
    fileprivate var firstMap: KeyValue? {
        switch self {
        case .map: self
        case .anyOf(let kinds): kinds.lazy.compactMap(\.firstMap).first
        default: nil
        }
    }

    /// Whether null can be a value of this kind.
    fileprivate var takesNull: Bool {
        switch self {
        case .constant, .anything: true
        case .anyOf(let kinds): kinds.contains(where: \.takesNull)
        default: false
        }
    }

    /// Whether it is a map that also inherits from `defaults`.
    fileprivate var inherits: Bool { isEndpointOrShape || self == .map(SpecLanguage.group.id) }

    /// Whether it is an endpoint or a shape, which can be omitted.
    fileprivate var isEndpointOrShape: Bool {
        self == .map(SpecLanguage.endpoint.id) || self == .map(SpecLanguage.shape.id)
    }
}
