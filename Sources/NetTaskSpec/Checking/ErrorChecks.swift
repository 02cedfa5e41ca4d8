/// What must hold between the errors of one endpoint, and between them and its response.
struct ErrorChecks {
    let shapeList: [String: LocatedShape]
    let diagnostics: DiagnosticCollector

    /// The endpoint's errors without those that are no errors here; the more exact ones first, and each with the name of its
    /// case.
    /// - Parameter isOwn: Whether the endpoint says it itself, so that it should know.
    func settled(
        _ all: [LocatedStatusBody],
        beside response: [LocatedStatusBody]?,
        isOwn: (LocatedStatusBody) -> Bool
    ) -> [StatusBody] {
        let errors =
            all.filter { isOwn($0) && !isSuccess($0, response, isReported: true) }
            + all.filter { !isOwn($0) && !isSuccess($0, response, isReported: false) }
        let named = errors.map { error in
            var error = error
            error.body.name = name(of: error)
            return error
        }
        checkNames(named)
        return named.map(\.body).sorted { $0.status.rank < $1.status.rank }
    }

    /// Whether the endpoint takes the status for a success.
    private func isSuccess(
        _ error: LocatedStatusBody,
        _ response: [LocatedStatusBody]?,
        isReported: Bool
    ) -> Bool {
        guard case .code(let code) = error.body.status else { return false }
        let same = response?.first { $0.body.status == .code(code) }
        let takesAll = response?.contains { $0.body.status == .others || $0.body.status == .hundred(2) } ?? true
        let isTaken = (200...299).contains(code) && takesAll
        guard same != nil || isTaken else { return false }
        guard isReported else { return true }
        let note =
            same.map { DiagnosticCollector.Note("it is in `response` here", at: $0.keyRange) }
            ?? DiagnosticCollector.Note(
                "say what its body is in `response: {\(code): …}`, or leave it out",
                at: error.keyRange
            )
        diagnostics.error("the status \(code) is a success of this endpoint", at: error.keyRange, notes: [note])
        return true
    }

    // MARK: Names

    /// By the type: `notFound` for `NotFound`. With headers it is that of the status, as the type may have other ones with others.
    private func name(of error: LocatedStatusBody) -> Name {
        guard error.body.headers.isEmpty, let type = error.body.response.type else { return error.body.name }
        return Name("\(type)", swift: name(of: type), place: error.typeRange)
    }

    private func name(of type: TypeReference) -> String {
        switch type {
        case .scalar(.string): "text"
        case .scalar(let scalar): CamelCase.propertyName(forType: scalar.rawValue)
        case .shape(let name): CamelCase.propertyName(forType: shapeList[name]?.shape.name.swift ?? name)
        case .array(let element): name(of: element) + "List"
        case .dictionary(let value): name(of: value) + "Map"
        case .optional(let wrapped): name(of: wrapped)
        }
    }

    /// Two cases must not have one name.
    private func checkNames(_ errors: [LocatedStatusBody]) {
        guard case .cases(let cases) = FailureForm(errors.map(\.body)) else { return }
        NameClashes.check(cases.map(\.name), noun: "case of `Failure`", plural: "cases of `Failure`", diagnostics)
        for error in cases where ReservedNames.cases.contains(error.name.swift) {
            diagnostics.error(
                "the errors of `\(error.name.written)` would be called `\(error.name.swift)` in Swift, which is reserved",
                at: error.name.place,
                notes: [.init("give the shape another Swift name with `swiftName:`", at: error.name.place)]
            )
        }
    }
}
