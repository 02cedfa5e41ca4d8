/// A key that changes nothing beside another one is a mistake: what its author asks for does not happen.
struct IdleKeyRule {
    let diagnostics: DiagnosticCollector

    /// A field of a shape.
    func check(field located: LocatedField) {
        if located.fromRange != nil { refuse(["wireName"], of: located, Self.from) }
        if located.field.only == .response {
            refuse(["ignored", "style"], of: located, "with `only: response` it is never sent")
        } else if ignoresItself(located) {
            refuse(["style", "transform"], of: located, Self.ignored)
        } else {
            checkTransform(located)
        }
    }

    /// A field of a reply that is described in place.
    func check(replyField located: LocatedField) {
        if located.fromRange != nil { refuse(["wireName"], of: located, Self.from) }
        refuse(["only", "ignored", "style", "transform"], of: located, "a field of a reply is only read")
        refuse(["example"], of: located, "a reply that is described in place has no example, and a shape has")
        refuse(["was"], of: located, "nothing of a reply is stored under its name")
    }

    /// - Parameter isJSON: Whether it goes into a body of JSON.
    func check(param located: LocatedField, isJSON: Bool) {
        if ignoresItself(located) {
            refuse(["wireName", "in", "format", "style", "transform", "nullable"], of: located, Self.ignored)
            return
        }
        checkTransform(located)
        if isJSON { refuse(["style"], of: located, "JSON has lists of its own") }
        if located.field.location == .url { refuse(["wireName"], of: located, "a URL of a request has no name in it") }
    }

    /// A transform is a way out only.
    func check(_ shapes: [LocatedShape], _ usage: ShapeUsage) {
        for shape in shapes where usage.read.contains(shape.shape.name.written) {
            for field in shape.fields where field.field.only == nil && !ignoresItself(field) {
                guard let range = field.transformRange else { continue }
                diagnostics.error(
                    "the shape `\(shape.shape.name.written)` is read as well, and nothing undoes a transform: "
                        + "what it makes would be read as the value",
                    at: range,
                    notes: [
                        .init("say `only: request`, if replies are not asked for it", at: range),
                        .init("or give it a type of yours that writes and reads itself, by `swiftType`", at: range),
                    ]
                )
            }
        }
    }

    private func checkTransform(_ located: LocatedField) {
        guard located.field.transform != nil else { return }
        refuse(["format", "style"], of: located, "what `transform` returns is sent as it is")
    }

    private static let from = "`from` says where in a reply the value is"
    private static let ignored = "it is ignored, and so never sent"

    /// By its own key: a list of what is ignored may come and go.
    private func ignoresItself(_ located: LocatedField) -> Bool {
        located.field.isIgnored && located.place(of: "ignored") != nil
    }

    private func refuse(_ keys: [String], of located: LocatedField, _ reason: String) {
        for key in keys {
            guard let range = located.place(of: key) else { continue }
            diagnostics.error("`\(key)` changes nothing here: \(reason)", at: range)
        }
    }
}
