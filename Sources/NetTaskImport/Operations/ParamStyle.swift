import NetTaskSpec

/// How OpenAPI says that a parameter is written.
struct ParamStyle {
    enum Name: String {
        case form, simple, spaceDelimited, pipeDelimited, deepObject, label, matrix
    }

    var name: Name
    /// Whether lists and objects are taken apart.
    var explode: Bool
    private let nameValue: DocumentValue?
    private let explodeValue: DocumentValue?
    private let isUsual: Bool
    private let explodesAsUsual: Bool

    /// What a document says of a parameter or header of that place; what it cannot be is reported.
    init(_ reader: inout ObjectReader, _ location: FieldDraft.Location) {
        let possible: [Name] =
            switch location {
            case .path: [.simple, .label, .matrix]
            case .query, .body: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
            case .header: [.simple]
            case .cookie: [.form]
            }
        var name = possible[0]
        var nameValue = reader.take("style")
        if let value = nameValue {
            if let stated = value.plainText.flatMap(Name.init(rawValue:)), possible.contains(stated) {
                name = stated
            } else {
                let words = possible.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                value.refuse("the `style` must be one of \(words)")
                nameValue = nil
            }
        }
        self.nameValue = nameValue
        self.name = name
        isUsual = name == possible[0]
        let usual = name == .form
        explodeValue = reader.take("explode")
        explode = explodeValue.map { $0.bool() ?? usual } ?? usual
        explodesAsUsual = explode == usual
    }

    /// Says what became of `style` and `explode`: what is usual is carried over anyway.
    func settle(style: Bool, explode: Bool) {
        let reason = "it makes no difference here"
        if let nameValue {
            if style || isUsual { nameValue.carry() } else { nameValue.leaveOut(reason) }
        }
        if let explodeValue, !explode, !explodesAsUsual { explodeValue.leaveOut(reason) }
    }
}
