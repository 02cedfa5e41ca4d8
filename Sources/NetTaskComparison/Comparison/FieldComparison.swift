import NetTaskSpec

/// Compares a field, param or header of a reply with what it was.
struct FieldComparison {
    typealias Subject = DifferenceCollector.Subject

    let client: ComparedClient
    let found: DifferenceCollector
    let use: FieldUse

    func compare(_ old: Field, _ new: Field, _ subject: Subject) {
        NameComparison.compare(old.name, new.name, subject, found)
        FieldValueComparison(client: client, found: found, use: use).compare(old, new, subject)
        compareNamesOnTheWire(old, new, subject)
        compareForms(old, new, subject)
        compareWays(old, new, subject)
        found.addOther(subject, ifNot: old.description == new.description, "description")
        found.addOther(subject, ifNot: old.formerNames == new.formerNames, "was")
        found.addOther(subject, ifNot: old.deprecation == new.deprecation, "deprecated")
        found.addOther(subject, ifNot: old.isSecret == new.isSecret, "secret")
    }

    private func isSent(_ old: Field, _ new: Field) -> Bool { use.sends(old) && use.sends(new) }
    private func isRead(_ old: Field, _ new: Field) -> Bool { use.reads(old) && use.reads(new) }

    private func compareNamesOnTheWire(_ old: Field, _ new: Field, _ subject: Subject) {
        if old.isInline != new.isInline {
            found.add(
                isSent(old, new) || isRead(old, new) ? [.server] : [.other],
                subject,
                new.isInline ? "its members stand beside the other fields now" : "it is a member of its own now"
            )
            return
        }
        // An inline field has no name on the wire.
        if new.isInline { return }
        let isPlace = old.location == .path && new.location == .path
        var isRenamed = old.comparableWireName != new.comparableWireName && !isPlace
        if isRenamed, use.isText, !use.isSent { isRenamed = old.wireName.lowercased() != new.wireName.lowercased() }
        if isRenamed {
            let isOnWire = isSent(old, new) || isRead(old, new) && old.path == [old.wireName]
            found.add(
                isOnWire ? [.server] : [.other],
                subject,
                "its name on the wire was \(old.wireName.quotedForMessage) and is \(new.wireName.quotedForMessage)"
            )
        }
        // Params are not read, and headers of replies have no more than a name.
        guard use.isRead, !use.isText else { return }
        let isToldOf = isRenamed && old.path == [old.wireName] && new.path == [new.wireName]
        if old.path != new.path, !isToldOf {
            found.add(
                isRead(old, new) ? [.server] : [.other],
                subject,
                "it was read from \(old.path.joined(separator: ".").quotedForMessage) and is from "
                    + new.path.joined(separator: ".").quotedForMessage
            )
        }
    }

    private func compareForms(_ old: Field, _ new: Field, _ subject: Subject) {
        let isOnWire = isSent(old, new) || isRead(old, new)
        // Of another type, it is the type that is told of.
        if client.isSame(old.type.unwrapped, new.type.unwrapped), old.format != new.format {
            add(isOnWire, subject, "format", old.format?.rawValue, new.format?.rawValue)
        }
        if old.style != new.style, old.style != nil && new.style != nil || client.isSame(old.type, new.type) {
            add(isSent(old, new), subject, "style", old.style?.rawValue, new.style?.rawValue)
        }
        if old.transform != new.transform {
            let names = (old.transform?.joined(separator: "."), new.transform?.joined(separator: "."))
            add(isSent(old, new), subject, "transform", names.0, names.1)
        }
        if old.location != new.location {
            found.add(
                isSent(old, new) ? [.server] : [.other],
                subject,
                "its place was the \(old.location.rawValue) and is the \(new.location.rawValue)"
            )
        }
    }

    private func add(_ isOnWire: Bool, _ subject: Subject, _ key: String, _ old: String?, _ new: String?) {
        let words = [old, new].map { $0?.quotedForMessage ?? "none" }
        found.add(isOnWire ? [.server] : [.other], subject, "its `\(key)` was \(words[0]) and is \(words[1])")
    }

    /// Whether it is sent, and whether it is read.
    private func compareWays(_ old: Field, _ new: Field, _ subject: Subject) {
        var isToldOf = false
        if use.sends(old) != use.sends(new) {
            isToldOf = true
            if use.sends(new) {
                found.add([.additive], subject, "it was not sent, and is")
            } else {
                let isMissed = !old.canBeUnsent && !use.sentOtherwise.contains(old.wireName)
                found.add(isMissed ? [.callers, .server] : [.callers], subject, "it is not sent any more")
            }
        }
        if use.reads(old) != use.reads(new) {
            isToldOf = true
            if use.reads(old) {
                found.add([.callers], subject, "it is not read from replies any more")
            } else {
                let isMissed = !new.canBeUnread
                let message = "it was not read from replies, and is" + (isMissed ? "; one without it is an error" : "")
                found.add(isMissed ? [.server] : [.additive], subject, message)
            }
        }
        if isToldOf { return }
        found.addOther(subject, ifNot: old.isIgnored == new.isIgnored, "ignored")
        found.addOther(subject, ifNot: old.only == new.only, "only")
    }
}
