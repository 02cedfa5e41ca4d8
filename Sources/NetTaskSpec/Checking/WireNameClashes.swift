/// Finds values that would be sent, or read, under one name.
enum WireNameClashes {
    /// Params are told apart by where they go; in headers, capitals make no difference.
    static func check(params: [LocatedField], _ diagnostics: DiagnosticCollector) {
        guard params.count > 1 else { return }
        var first: [String: LocatedField] = [:]
        for param in params where !param.field.isIgnored && param.field.location.hasNames {
            let name = param.field.location == .header ? param.field.wireName.lowercased() : param.field.wireName
            let key = "\(param.field.location.rawValue) \(name)"
            guard let other = first[key] else {
                first[key] = param
                continue
            }
            report("params", param, other, "in the \(param.field.location.rawValue)", diagnostics)
        }
    }

    static func check(fields: [LocatedField], _ diagnostics: DiagnosticCollector) {
        guard fields.count > 1 else { return }
        var holders: [String: [LocatedField]] = [:]
        for field in fields where !field.field.isIgnored && !field.field.isInline && field.fromRange == nil {
            // One that is only sent and one that is only read do not meet.
            let others = holders[field.field.wireName] ?? []
            let other = others.first { other in
                field.field.only == nil || other.field.only == nil || field.field.only == other.field.only
            }
            if let other {
                report("fields", field, other, "on the wire", diagnostics)
            } else {
                holders[field.field.wireName, default: []].append(field)
            }
        }
    }

    private static func report(
        _ noun: String,
        _ field: LocatedField,
        _ other: LocatedField,
        _ where: String,
        _ diagnostics: DiagnosticCollector
    ) {
        diagnostics.error(
            "two \(noun) would both be called \(field.field.wireName.quotedForMessage) \(`where`)",
            at: field.keyRange,
            notes: [
                .init("the other one is here", at: other.keyRange),
                .init("give one of them another name with `wireName:`", at: field.keyRange),
            ]
        )
    }
}

extension Field.Location {
    /// Whether what goes there goes under a name.
    fileprivate var hasNames: Bool { self != .path && self != .url }
}
