/// A status, or several, that `responses` names.
enum ReplyStatus: Equatable {
    case code(Int)
    /// `4XX`, by its first digit.
    case hundred(Int)
    case others

    /// nil for what is no status.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        if text == "default" {
            self = .others
        } else if bytes.count == 3, (0x31...0x35).contains(bytes[0]), text.lowercased().hasSuffix("xx") {
            self = .hundred(Int(bytes[0] - 0x30))
        } else if bytes.count == 3, bytes.allSatisfy({ (0x30...0x39).contains($0) }), let code = Int(text),
            (100...599).contains(code)
        {
            self = .code(code)
        } else {
            return nil
        }
    }

    /// The first digit; nil for `default`.
    var hundreds: Int? {
        switch self {
        case .code(let code): code / 100
        case .hundred(let digit): digit
        case .others: nil
        }
    }

    /// As a spec has it.
    var written: String {
        switch self {
        case .code(let code): String(code)
        case .hundred(let digit): "\(digit)xx"
        case .others: "default"
        }
    }

    /// Whether HTTP has no body there (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
    var hasNoBody: Bool { self == .code(204) || self == .code(205) || self == .code(304) }
}
