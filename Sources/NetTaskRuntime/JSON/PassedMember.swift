/// A member that was passed on the way to another one.
struct PassedMember {
    /// Where the name starts, between the quotes.
    var nameStart: Int
    var nameCount: Int
    var hasEscapes: Bool
    /// Where its value starts, and where it ends.
    var value: Int
    var valueEnd: Int
    /// Whether it was read after all.
    var isRead = false
}
