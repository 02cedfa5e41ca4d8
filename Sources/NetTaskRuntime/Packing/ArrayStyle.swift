/// How an array is written outside JSON, where there are no arrays; and, with brackets, a shape or dictionary in a query or
/// form, where there are none either.
public enum ArrayStyle: Sendable, Hashable, CaseIterable {
    /// `tags=a&tags=b`
    case `repeat`
    /// `tags=a,b`
    case comma
    /// `tags=a%20b`, in a form `tags=a+b`
    case space
    /// `tags=a%7Cb`
    case pipe
    /// `tags[]=a&tags[]=b`, and of a shape or dictionary `filter[status]=open&filter[owner][id]=3`
    case brackets

    /// The character between two elements, for the styles that make one value of them.
    var separator: UInt8? {
        switch self {
        case .repeat, .brackets: nil
        case .comma: UInt8(ascii: ",")
        case .space: UInt8(ascii: " ")
        case .pipe: UInt8(ascii: "|")
        }
    }
}
