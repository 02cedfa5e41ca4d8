import NetTaskSpec

/// Imports schemas as types, and as shapes if the types need a name.
///
/// The fields of a shape are read after the schema that uses the shape. Therefore shapes may contain themselves, and a long chain
/// of shapes does not exhaust the stack.
final class SchemaImporter {
    let run: ImportRun
    let imported: ImportedSpec
    let names: TypeNames
    let shared = SharedSchemas()
    /// The outlines of schemas, by their places.
    var outlines: [SourceRange: Outline] = [:]
    /// The kinds of the shapes so far, by their names.
    private(set) var kinds: [String: Shape.Kind] = [:]
    /// The types of the schemas that were read, by their places.
    private var known: [SourceRange: SchemaType] = [:]
    /// The schemas that are being read.
    private var open: Set<SourceRange> = []
    /// The shapes that remain to be read.
    private var pending: [() -> Void] = []
    private var isDraining = false
    private var depth = 0
    /// The origins of shapes, for the steps after all shapes are known.
    var origins = ShapeOrigins()
    /// The parts of objects, by the places of their schemas. Other objects may include them.
    var partsOfObjects: [SourceRange: ObjectParts] = [:]
    /// The schemas of properties that several parts of an object have, by the places of the parts.
    var combinations: [[SourceRange]: DocumentValue] = [:]
    /// The enumerations so far. Defaults refer to their cases.
    var enumerations: [String: [EnumerationCase]] = [:]

    /// The maximum depth of nested schemas, including references, if no shape is between them.
    static let depthLimit = 32

    init(_ run: ImportRun, _ imported: ImportedSpec, _ names: TypeNames) {
        self.run = run
        self.imported = imported
        self.names = names
    }

    /// Names every schema under `components`, in the order of the document.
    func declare(_ schemas: DocumentValue) {
        guard let members = schemas.members else { return schemas.refuse("`schemas` must be a map") }
        let packages = PackageNames(members.map(\.key))
        for (key, schema, _) in members {
            let texts = [packages.text(for: key)]
            _ = shared.add(schema, name: names.name(for: texts, at: schema.place, isInline: texts[0] != key))
        }
        shared.declared = members.map(\.value)
    }

    /// Imports the schemas under `components` as shapes, and completes the facts that depend on all shapes. Call it when all
    /// types are known.
    ///
    /// - Parameter all: Whether to import schemas that are not used.
    func importShared(all: Bool) {
        if all {
            for (schema, context) in shared.contexts where isShape(schema) { _ = type(of: schema, context) }
        }
        ShapeCompletion(imported, origins).complete()
        imported.spec.shapes = origins.sorted(imported.spec.shapes, imported.homes)
        for (schema, _) in shared.contexts where known[schema.range] == nil {
            if partsOfObjects[schema.range] != nil {
                ObjectFields(importer: self).leaveOutTheRest(
                    of: schema,
                    .differs(.noPlace, "only its members are used, as part of other objects")
                )
            } else {
                let reason =
                    all ? OmissionReason.unused(.unreferenced, "no shape and no endpoint uses it") : .notImported
                run.ledger.leaveOutTheRest(of: schema, reason)
            }
        }
    }

    /// Returns the type of a schema, and adds its shapes to the spec.
    func type(of schema: DocumentValue, _ context: SchemaContext) -> SchemaType {
        if let type = known[schema.range] { return type }
        guard depth < Self.depthLimit else {
            refuseDepth(of: schema)
            return .any
        }
        guard open.insert(schema.range).inserted else {
            schema.warn(.unsupportedPart, "this schema refers only to itself; imported as any JSON")
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

    /// Returns the fields of an object, through references and `allOf`. Returns `nil` if the schema is not an object with known
    /// fields.
    func fields(of schema: DocumentValue, _ context: SchemaContext) -> [Field]? {
        guard outline(of: schema) == .fields else { return nil }
        depth += 1
        let objects = ObjectFields(importer: self)
        let own = shared.context(of: schema)
        let fields = objects.fields(of: schema, own ?? context)
        if own == nil {
            objects.leaveOutTheRest(of: schema, .words(.documentation, "its members have descriptions of their own"))
        }
        depth -= 1
        drain()
        return fields
    }

    func refuseDepth(of schema: DocumentValue) {
        schema.warn(.unsupportedPart, "more than \(Self.depthLimit) nested schemas")
        schema.leaveOut(.differs(.tooDeep, "it is nested too deeply"))
    }

    // MARK: Shapes

    /// The number of schemas with each title.
    private lazy var titles: [String: Int] = {
        var counts: [String: Int] = [:]
        for document in run.files.documents { document.node.forEachText(of: "title") { counts[$0, default: 0] += 1 } }
        return counts
    }()

    private func texts(for schema: DocumentValue, _ context: SchemaContext) -> [String] {
        context.texts(title: schema.titleForName) { self.titles[$0] == 1 }
    }

    /// Returns the name for the shape of a schema, and records its origin. The names of inner shapes begin with it.
    func shapeName(_ context: inout SchemaContext, _ schema: DocumentValue) -> String {
        let name = context.shapeName ?? names.name(for: texts(for: schema, context), at: schema.place)
        if CamelCase.upperCamel(context.name) != name { context.name = name }
        context.isElement = false
        origins.add(name, schema, context)
        return name
    }

    /// Adds a shape. Its kind is determined later, when no schema is being read.
    func addShape(
        _ name: String,
        _ context: SchemaContext,
        _ about: SchemaAbout,
        _ kind: @escaping () -> Shape.Kind
    ) -> TypeReference {
        pending.append { [self] in
            let kind = kind()
            kinds[name] = kind
            let source = origins[name]?.schema
            let place = source?.range ?? .none
            let description = about.description(named: name)
            var shape = Shape(name: Name(name, place: place), description: description, kind: kind)
            if case .enumeration(let cases) = kind { shape.catchAll = cases.map(\.name).catchAll }
            if about.isDeprecated { shape.deprecation = Deprecation() }
            imported.homes[name] = context.home
            imported.sources[place] = source
            imported.spec.shapes.append(shape)
        }
        drain()
        return .shape(name)
    }

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

    // MARK: References

    /// Returns the context of a reference's target. A target outside of `components` is named after its path.
    func context(ofTarget target: DocumentValue) -> SchemaContext {
        if let context = shared.context(of: target) { return context }
        let file = run.files.path(ofFile: target.range.file).split(separator: "/").last ?? ""
        let word = SurroundingWords(of: target).text ?? String(file.prefix { $0 != "." })
        if isShape(target) { return shared.add(target, name: names.name(for: [word], at: target.place)) }
        return SchemaContext(name: word, home: .shared, sharedIndex: shared.contexts.count)
    }

    // MARK: Keys without a place

    /// Lists the annotations and constraints of a type in a list, a dictionary or a choice. Only fields have a place for them.
    ///
    /// - Parameter kept: The constraints that the list or the dictionary keeps. Default: none.
    func leaveOutWhatHasNoPlace(
        _ type: SchemaType,
        in schema: DocumentValue,
        isNamedByTitle: Bool = false,
        keeping kept: Constraints = Constraints()
    ) {
        leaveOutConstraints(of: type, in: schema, keeping: kept)
        var keys: [String] = []
        if type.description != nil { keys += isNamedByTitle ? ["description"] : ["title", "description"] }
        if type.defaultValue != nil { keys.append("default") }
        if type.isDeprecated { keys.append("deprecated") }
        if type.only != nil { keys += ["readOnly", "writeOnly"] }
        leaveOut(keys, inside: schema, .unused(.noPlace, "only fields support it"))
    }

    /// Lists the constraints of a type that is not the type of a field.
    func leaveOutConstraints(of type: SchemaType, in schema: DocumentValue, keeping kept: Constraints = Constraints()) {
        let lost = type.constraints.entries.map(\.kind).filter { kept[$0] == nil }
        leaveOut(lost.map(\.rawValue), inside: schema, .notValidated)
    }

    /// Lists keys of a schema, and of the schemas that it only refers to.
    func leaveOut(_ keys: [String], inside schema: DocumentValue, _ reason: OmissionReason) {
        guard !keys.isEmpty else { return }
        // Many references may lead to the same schema.
        var seen: Set<SourceRange> = []
        var pending = [(schema: schema, isOwn: false, depth: 0)] + schema.choices.map { ($0, true, 1) }
        pending.reverse()
        while let (schema, isOwn, depth) = pending.popLast() {
            guard depth < Self.depthLimit, seen.insert(schema.range).inserted else { continue }
            let isShape = isOwn && origins.isShape(schema)
            schema.leaveOut(isShape ? keys.filter { !Self.keysOfShapes.contains($0) } : keys, reason)
            guard !isShape else { continue }
            let inner = [schema.referred].compactMap { $0 } + schema.allOf
            pending += inner.reversed().map { ($0, true, depth + 1) }
        }
    }

    /// The keys that shapes have a place for.
    private static let keysOfShapes: Set = ["title", "description", "deprecated"]
}

extension DocumentValue {
    /// Returns the context for inline shapes: the component that this value refers to, or otherwise the operation.
    ///
    /// - Parameter target: The target of this value, or the value itself.
    func context(resolvedTo target: DocumentValue, else own: SchemaContext) -> SchemaContext {
        guard self["$ref"] != nil else { return own }
        let keys = target.path.keys
        guard keys.first != "paths", let name = keys.last, Int(name) == nil else { return own }
        return SchemaContext(name: name, home: .shared)
    }
}

/// The schemas that others refer to, with their names, and the schemas that extend others by `allOf`.
final class SharedSchemas {
    private(set) var contexts: [(schema: DocumentValue, context: SchemaContext)] = []
    private var indices: [SourceRange: Int] = [:]
    /// The schemas under `components`, in their order.
    var declared: [DocumentValue] = []
    /// The schemas with another schema in their `allOf`, by the place of the other schema.
    private lazy var children: [SourceRange: [DocumentValue]] = {
        var children: [SourceRange: [DocumentValue]] = [:]
        for schema in declared {
            for part in schema.allOf {
                guard let parent = part["$ref"] == nil ? nil : part.referredToTheEnd else { continue }
                children[parent.range, default: []].append(schema)
            }
        }
        return children
    }()

    /// Returns the context of a shared schema, or `nil` for other schemas.
    func context(of schema: DocumentValue) -> SchemaContext? {
        indices[schema.range].map { contexts[$0].context }
    }

    /// - Returns: The context of the schema.
    func add(_ schema: DocumentValue, name: String) -> SchemaContext {
        if let context = context(of: schema) { return context }
        let context = SchemaContext(name: name, home: .shared, shapeName: name, sharedIndex: contexts.count)
        indices[schema.range] = contexts.count
        contexts.append((schema, context))
        return context
    }

    /// Returns all schemas that extend a schema, in the order of the document. Excludes those that extend it through a schema
    /// with its own discriminator.
    func descendants(of schema: DocumentValue) -> [DocumentValue] {
        var found: [DocumentValue] = []
        var seen: Set<SourceRange> = [schema.range]
        var pending = Array((children[schema.range] ?? []).reversed())
        while let next = pending.popLast() {
            guard seen.insert(next.range).inserted else { continue }
            found.append(next)
            if next["discriminator"] == nil { pending += (children[next.range] ?? []).reversed() }
        }
        return found
    }

    /// Whether a schema extends another one, directly or through others.
    func isDescendant(_ schema: DocumentValue, of other: DocumentValue) -> Bool {
        children[other.range] != nil
            && Graph.reached(from: [other.range]) { (self.children[$0] ?? []).map(\.range) }.contains(schema.range)
    }

    /// Whether all alternatives of a schema extend it. Such alternatives already have its fields.
    func holdsItself(_ alternatives: DocumentValue, _ schema: DocumentValue) -> Bool {
        let elements = alternatives.elements ?? []
        let heirs = { (range: SourceRange) in (self.children[range] ?? []).map(\.range) }
        let all = Graph.reached(from: heirs(schema.range), heirs)
        return !elements.isEmpty
            && elements.allSatisfy { $0["$ref"] != nil && $0.referredToTheEnd.map { all.contains($0.range) } == true }
    }
}

/// The places of shapes in the document.
struct ShapeOrigins {
    private var origins: [String: Origin] = [:]
    private var schemas: Set<SourceRange> = []

    struct Origin {
        let schema: DocumentValue
        /// The position of the shape in the order in which the importer found the shapes.
        let index: Int
        let sharedIndex: Int?
        /// The elements of `required`, by wire names.
        var required: [String: DocumentValue] = [:]
        /// The discriminator of the alternatives in the document.
        var discriminator: DocumentValue?
        /// Schemas of the alternatives under other names, by the types of the alternatives.
        var others: [TypeReference: [DocumentValue]] = [:]
        /// Whether the document names the shape. Other specs may use such a shape.
        let isNamed: Bool
    }

    mutating func add(_ name: String, _ schema: DocumentValue, _ context: SchemaContext) {
        origins[name] = Origin(
            schema: schema,
            index: origins.count,
            sharedIndex: context.sharedIndex,
            isNamed: context.shapeName != nil
        )
        schemas.insert(schema.range)
    }

    /// Whether a schema itself is a shape.
    func isShape(_ schema: DocumentValue) -> Bool { schemas.contains(schema.range) }

    subscript(name: String) -> Origin? {
        get { origins[name] }
        set { origins[name] = newValue }
    }

    /// Returns the shared shapes in the order of the document, each followed by the shapes inside of it. The other shapes follow
    /// in their previous order.
    func sorted(_ shapes: [Shape], _ homes: [String: SpecHome]) -> [Shape] {
        let keyed = shapes.enumerated().map { index, shape in
            let origin = homes[shape.name.written] == .shared ? origins[shape.name.written] : nil
            return (key: (origin?.sharedIndex ?? Int.max, origin?.index ?? Int.max, index), shape: shape)
        }
        return keyed.sorted { $0.key < $1.key }.map(\.shape)
    }
}
