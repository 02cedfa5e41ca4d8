/// The rules for wire names that are derived from names in the spec.
extension SpecRules {
    /// APIs rarely use different separators in params and in fields. A difference usually means that a `separator` is
    /// missing.
    func checkSeparators() {
        let objects = shapes.filter { shape in
            shape.members.contains { $0.dependsOn(shape.separator) }
        }
        let separators = Set(objects.map(\.separator))
        let shared = objects.contains { shape in
            endpoints.contains { endpoint in
                endpoint.separator == shape.separator
                    && endpoint.params.contains { $0.dependsOn(shape.separator) }
            }
        }
        for endpoint in endpoints {
            let separator = endpoint.separator
            guard !separators.isSubset(of: [separator]) else { continue }
            for param in endpoint.params where param.dependsOn(separator) {
                let others = objects.filter { $0.separator != separator }
                let name = param.name.written
                let twins = objects.filter { $0.members.contains { $0.name.written == name && $0.isNamed } }
                let twin = twins.allSatisfy { $0.separator != separator } ? twins.first : nil
                guard let other = twin ?? (shared ? nil : others.first),
                    !isStated(endpoint) || other.place(of: "separator") == nil && !shared
                else { continue }
                report(param, separator, other)
                return
            }
        }
    }

    private func report(_ param: Field, _ separator: NameSeparator, _ shape: Shape) {
        let name = shape.name.written
        let field = shape.members.first { $0.name.written == param.name.written && $0.isNamed }
        let example = field ?? shape.members.first { $0.dependsOn(shape.separator) }
        guard let example else { return }
        let fieldName = "the field \(example.written) of `\(name)` is \(example.wireName.quotedForMessage)"
        at(param.keyRange, .inconsistentSeparator)
            .warning(
                "the param \(param.written) is sent as \(param.wireName.quotedForMessage), but \(fieldName) on the wire"
            )
            .note("the field", at: example.keyRange)
            .note(
                "if the server uses one separator for both, add `separator: \(shape.separator.written)` to `defaults`"
            )
            .note("otherwise, add `separator: \(separator.written)` to the endpoint")
    }

    /// Whether the endpoint or its group sets the separator.
    private func isStated(_ endpoint: Endpoint) -> Bool {
        guard let place = endpoint.anyPlace(of: "separator") else { return false }
        return !decoder.isOfDefaults(place)
    }

    // MARK: Capitals

    /// A separator makes all words lowercase, including the first.
    func checkCapital(_ field: Field, _ separator: NameSeparator, _ noun: String) {
        let name = field.name.written
        guard case .text = separator, field.isNamed, name.first?.isUppercase == true,
            field.wireName.first?.isUppercase == false
        else { return }
        let small = CamelCase.propertyName(forType: name)
        at(field.keyRange, .inconsistentSeparator)
            .warning("the \(noun) \(field.written) is \(field.wireName.quotedForMessage) on the wire")
            .note("if this is intended, write \(small.quotedForMessage)").fix(field.keyRange, small)
            .note("otherwise, write `\(small): {type: \(field.type.inYAML), wireName: \(name)}`")
    }
}

extension Field {
    /// Whether its wire name is derived from its name in the spec.
    fileprivate var isNamed: Bool {
        let isInPlace = location == .query || location == .body
        return place(of: "wireName") == nil && fromRange == nil && !isIgnored && !isInline && isInPlace
    }

    /// Whether another separator would change its wire name.
    fileprivate func dependsOn(_ separator: NameSeparator) -> Bool {
        let words = NameSeparator.text("-").wireName(for: name.written)
        return isNamed && (separator == .pascal || words.contains("-"))
    }
}

extension NameSeparator {
    /// The text of the separator in a spec.
    fileprivate var written: String {
        if let word = Self.words.first(where: { $0.separator == self })?.word { return word }
        if case .text(let text) = self { return "\"\(text)\"" }
        return ""
    }
}
