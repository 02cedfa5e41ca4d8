import NetTaskSpec

/// Imports the headers of replies as properties.
extension ReplyImporter {
    /// Merges the headers of several statuses. A header that is missing for one of the statuses is optional. Returns `nil` if
    /// headers with the same name have different types.
    static func merged(_ lists: [[Field]]) -> [Field]? {
        var merged: [Field] = []
        var counts: [String: Int] = [:]
        for header in lists.joined() {
            let key = header.wireName.lowercased()
            counts[key, default: 0] += 1
            guard let index = merged.firstIndex(where: { $0.wireName.lowercased() == key }) else {
                merged.append(header)
                continue
            }
            guard merged[index].type.unwrapped == header.type.unwrapped, merged[index].format == header.format else {
                return nil
            }
            if !header.isRequired { merged[index].isRequired = false }
        }
        for index in merged.indices where counts[merged[index].wireName.lowercased()] != lists.count {
            merged[index].isRequired = false
        }
        return merged
    }

    /// Returns the headers with their names in Swift.
    ///
    /// - Parameter hasBody: Whether the body also has a property.
    static func named(_ headers: [Field], beside hasBody: Bool) -> [Field] {
        let reserved = ReservedNames.replyMembers.union(hasBody ? ["body"] : [])
        return headers.named(reserved: reserved)
    }

    /// Returns the headers of one status, without names in Swift.
    func headers(_ value: DocumentValue?, _ context: SchemaContext) -> [Field] {
        var seen: Set<String> = []
        return (value?.entries("`headers`") ?? []).compactMap { name, reference, _ in
            let key = name.lowercased()
            if key == "content-type" {
                reference.leaveOut(.headerElsewhere)
            } else if key.hasPrefix("access-control-") {
                reference.leaveOut(.unused(.noEffect, "only browsers use this header"))
            } else if !HeaderRule.isToken(name) {
                reference.refuse("\(name.quotedForMessage) cannot be the name of a header")
            } else if !seen.insert(key).inserted {
                reference.refuse("duplicate header; case is ignored")
            } else {
                return header(name, reference, context)
            }
            return nil
        }
    }

    private func header(_ name: String, _ reference: DocumentValue, _ context: SchemaContext) -> Field? {
        guard var reader = ObjectReader(reference, .header) else { return nil }
        var field = Field(wireName: name, isRequired: reader.flag("required"))
        if reader.flag("deprecated") { field.deprecation = Deprecation() }
        field.description = reader.text("description")
        ParamStyle(&reader, .header).record(style: false, explode: false)
        let schema = reader.take("schema")
        reader.leaveOut(["content"], schema == nil ? OmissionReason.asText : OmissionReason.besideSchema)
        reader.finish()
        guard let schema else { return field }
        let context = reference.context(resolvedTo: reader.value, else: context.inside(name))
        if !SchemaPeek.isListOfObjects(schema), !SchemaPeek.isObject(schema) {
            let type = schemas.type(of: schema, context)
            if schemas.textPlaces.isPlain(type.type) {
                field.take(type)
                if !field.constraints.isEmpty {
                    field.constraints = Constraints()
                    schemas.leaveOut(Constraints.Kind.allCases.map(\.rawValue), inside: schema, .notValidated)
                }
                if schema["$ref"] == nil { schema.leaveOut(["readOnly", "writeOnly"], .onlyRead) }
                return field
            }
        }
        schema.leaveOut(.differs(.givenAsIs, "a header can contain only single values, so the value is text"))
        return field
    }
}
