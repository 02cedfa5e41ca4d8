import NetTaskSpec

/// Turns schemas into types, and into shapes where those need a name.
///
/// The fields of a shape are read only when the schema that asked for the shape is done: so shapes may contain themselves,
/// and no chain of them takes up the stack.
final class SchemaImporter {
    let run: ImportRun
    let draft: SpecDraft
    let names: TypeNames
    var shared = SharedSchemas()
    var outlines = SchemaOutlines()
    private(set) lazy var hierarchy = SchemaHierarchy { [unowned self] in self.declared }
    /// The schemas under `components`.
    private var declared: [DocumentValue] = []
    /// What came of the schemas that were read, by their places.
    private var known: [SourceRange: SchemaType] = [:]
    /// Those that are being read.
    private var open: Set<SourceRange> = []
    /// What remains to be read.
    private var pending: [() -> Void] = []
    private var isDraining = false
    private var depth = 0
    /// Where shapes come from, for what is settled when all are there.
    var origins = ShapeOrigins()
    /// The fields of objects, which others may add to theirs.
    var partsOfObjects: [SourceRange: ObjectParts] = [:]
    /// The enumerations so far: defaults name their cases.
    var enumerations: [String: EnumerationDraft] = [:]

    /// Schemas in schemas are read so deep, through references too, as far as no shape lies between.
    static let depthLimit = 32

    init(_ run: ImportRun, _ draft: SpecDraft, _ names: TypeNames) {
        self.run = run
        self.draft = draft
        self.names = names
    }

    /// Gives every schema under `components` its name, in the order of the document.
    func declare(_ schemas: DocumentValue) {
        guard let members = schemas.members else { return schemas.refuse("`schemas` must be a map") }
        for (key, schema, _) in members { _ = shared.add(schema, name: names.name(for: key, .shape)) }
        declared = members.map(\.value)
    }

    /// Makes shapes of the schemas under `components`, and settles what only all shapes together show. To be called when
    /// all types are known.
    ///
    /// - Parameter all: Whether also of those that nothing needs.
    func importShared(all: Bool) {
        if all {
            for (schema, context) in shared.contexts where outlines.isShape(schema) { _ = type(of: schema, context) }
        }
        ShapeSettlement(draft: draft, origins: origins).settle()
        draft.shapes = origins.sorted(draft.shapes)
        for (schema, _) in shared.contexts where known[schema.range] == nil {
            if partsOfObjects[schema.range] != nil {
                ObjectFields(self).leaveOutTheRest(of: schema, "only its members are used, in objects of others")
            } else {
                let reason = all ? "it is no shape, and nothing refers to it" : "nothing that is imported refers to it"
                run.ledger.leaveOutTheRest(of: schema, reason)
            }
        }
    }

    /// The type of a schema, whose shapes are added to the draft.
    func type(of schema: DocumentValue, _ context: SchemaContext) -> SchemaType {
        if let type = known[schema.range] { return type }
        guard depth < Self.depthLimit else {
            run.diagnostics.warning("more than \(Self.depthLimit) schemas in each other", at: schema.range)
            schema.leaveOut("it is nested too deep")
            return .any
        }
        guard open.insert(schema.range).inserted else {
            run.diagnostics.warning("this schema consists of itself; any JSON is taken here", at: schema.range)
            return .any
        }
        depth += 1
        let type = SchemaReading.type(of: schema, shared.context(of: schema) ?? context, self)
        depth -= 1
        open.remove(schema.range)
        known[schema.range] = type
        drain()
        return type
    }

    /// The fields of a schema of an object, through references and `allOf`; nil if it is no object with known fields.
    func fields(of schema: DocumentValue, _ context: SchemaContext) -> [FieldDraft]? {
        guard outlines.outline(of: schema) == .fields else { return nil }
        depth += 1
        let objects = ObjectFields(self)
        let fields = objects.fields(of: schema, shared.context(of: schema) ?? context)
        if shared.context(of: schema) == nil { objects.leaveOutTheRest(of: schema, OmissionReason.ownDescriptions) }
        depth -= 1
        drain()
        return fields
    }

    // MARK: Shapes

    /// The name for a shape that stands there.
    func shapeName(_ context: SchemaContext, _ schema: DocumentValue) -> String {
        let name = context.shapeName ?? names.name(for: context.name, .shape)
        origins.add(name, schema, context)
        return name
    }

    /// Reads the rest of a shape later, when no schema is being read any more.
    func later(_ body: @escaping () -> Void) { pending.append(body) }

    private func drain() {
        guard depth == 0, !isDraining else { return }
        isDraining = true
        var next = 0
        while next < pending.count {
            pending[next]()
            next += 1
        }
        pending.removeAll()
        isDraining = false
    }
}

extension OmissionReason {
    static let ownDescriptions = "its members have descriptions of their own"
}
