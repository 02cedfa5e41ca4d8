import NetTaskSpec

/// Makes properties of the headers of replies.
struct ReplyHeadersImporter {
    let run: ImportRun
    let types: OperationTypes
    let context: SchemaContext

    /// Those of several statuses as those of one; one that not all have may be missing. nil where two of one name are not the
    /// same.
    static func merged(_ lists: [[FieldDraft]]) -> [FieldDraft]? {
        var merged: [FieldDraft] = []
        var counts: [String: Int] = [:]
        for header in lists.joined() {
            let key = header.wireName.lowercased()
            counts[key, default: 0] += 1
            guard let index = merged.firstIndex(where: { $0.wireName.lowercased() == key }) else {
                merged.append(header)
                continue
            }
            guard merged[index].type == header.type, merged[index].format == header.format else { return nil }
            if !header.isRequired { merged[index].isRequired = false }
        }
        for index in merged.indices where counts[merged[index].wireName.lowercased()] != lists.count {
            merged[index].isRequired = false
        }
        return merged
    }

    /// The headers with the names that they have in Swift.
    ///
    /// - Parameter hasBody: Whether there is a property for the body beside them.
    static func named(_ headers: [FieldDraft], beside hasBody: Bool) -> [FieldDraft] {
        let reserved = ReservedNames.replyMembers.union(hasBody ? ["body"] : [])
        let names = MemberNames.names(for: headers.map(\.wireName), reserved: reserved)
        return zip(headers, names).map { header, name in
            var header = header
            header.name = name
            return header
        }
    }

    /// The headers of one status, without names.
    func headers(_ value: DocumentValue?) -> [FieldDraft] {
        guard let value else { return [] }
        guard let members = value.entries("`headers`") else { return [] }
        var seen: Set<String> = []
        return members.compactMap { name, reference, _ in
            guard name.lowercased() != "content-type" else {
                reference.leaveOut("OpenAPI says this header elsewhere")
                return nil
            }
            guard !name.lowercased().hasPrefix("access-control-") else {
                reference.leaveOut("browsers read this header, and hide it from those who call")
                return nil
            }
            guard HeaderRule.isToken(name) else {
                reference.refuse("\(name.quotedForMessage) cannot be the name of a header")
                return nil
            }
            guard seen.insert(name.lowercased()).inserted else {
                reference.refuse("this header is here for the second time; capitals make no difference")
                return nil
            }
            return header(name, reference)
        }
    }

    private func header(_ name: String, _ reference: DocumentValue) -> FieldDraft? {
        guard var reader = ObjectReader(reference, .header) else { return nil }
        let value = reader.value
        let isRequired = reader.flag("required")
        var field = FieldDraft(name: "", wireName: name, type: .string, isRequired: isRequired)
        field.isDeprecated = reader.flag("deprecated")
        field.description = reader.text("description")
        let style = ParamStyle(&reader, .header)
        style.settle(style: false, explode: false)
        let schema = reader.take("schema")
        reader.leaveOut("content", schema == nil ? OmissionReason.asText : "there is a `schema` beside it")
        reader.finish()
        guard let schema else { return field }
        let own = context.inside(name)
        return typed(field, schema, reference.context(resolvedTo: value, else: own))
    }

    private func typed(_ field: FieldDraft, _ schema: DocumentValue, _ context: SchemaContext) -> FieldDraft {
        var field = field
        let isListOfOthers = SchemaPeek.isListOfObjects(schema) || SchemaPeek.isObject(schema)
        let type = isListOfOthers ? nil : types.type(of: schema, context)
        switch type.map({ types.kind(of: $0.type) }) {
        case .single, .listOfSingles:
            guard let type else { return field }
            field.type = type.type
            // Without a format, dates of headers are those of HTTP.
            field.format = type.format ?? (type.type.innermost == "Date" ? "iso8601" : nil)
            field.defaultValue = type.defaultValue
            field.isSecret = type.isSecret
            field.isDeprecated = field.isDeprecated || type.isDeprecated
            field.isNullable = type.isNullable
            var words = Paragraphs()
            words.add(field.description)
            words.add(type.description)
            field.description = words.text
            if schema["$ref"] == nil {
                Unused.leaveOut(["readOnly", "writeOnly"], of: schema, "a header of a reply is only read anyway")
            }
        default:
            schema.leaveOut("a header holds single values, so that it is given as text")
        }
        return field
    }
}
