import NetTaskSpec

/// Where the fields of a list are used: whether requests hold them, and whether replies do.
struct FieldUse {
    var isSent: Bool
    var isRead: Bool
    /// Whether values in a body are text, as in a form.
    var isText = false
    /// Names on the wire that something besides these fields is sent under.
    var sentOtherwise: Set<String> = []

    /// What a task is filled in with.
    static func params(of endpoint: Endpoint, sentOtherwise: Set<String>) -> FieldUse {
        FieldUse(isSent: true, isRead: false, isText: endpoint.encoding != .json, sentOtherwise: sentOtherwise)
    }

    static let reply = FieldUse(isSent: false, isRead: true)
    static let replyHeaders = FieldUse(isSent: false, isRead: true, isText: true)

    func sends(_ field: Field) -> Bool { isSent && field.isSent }
    func reads(_ field: Field) -> Bool { isRead && field.isRead }

    func isText(_ field: Field) -> Bool { isText || field.location != .body }

    /// The place and the name that a field has on the wire.
    func sentAs(_ field: Field) -> String {
        "\(field.location.rawValue) \(field.comparableWireName)"
    }
}

extension Field {
    /// Its name on the wire, as what reads it compares it: in names of headers, capitals make no difference.
    var comparableWireName: String { location == .header ? wireName.lowercased() : wireName }

    /// Whether a request can be without it.
    var canBeUnsent: Bool { type.isOptional }

    /// Whether a request can have `null` for it.
    var canBeSentAsNull: Bool { isNullable || type.unwrapped == .scalar(.jsonValue) }

    /// Whether a reply can be without it.
    var canBeUnread: Bool { canBeMissing }

    /// Whether a reply can have `null` for it.
    var canBeReadFromNull: Bool { canBeMissing || canBeSentAsNull }

    /// Whether an initializer has a value for it. What must be there and may be null is given.
    var canBeLeftOut: Bool { isNullable ? type.isOptional : canBeMissing }

    /// What Swift has around its type.
    var swiftHolder: SwiftHolder {
        if isNullable, type.isOptional { return .nullable }
        return isNullable || type.isOptional ? .optional : .none
    }

    enum SwiftHolder {
        case none
        case optional
        case nullable
    }
}
