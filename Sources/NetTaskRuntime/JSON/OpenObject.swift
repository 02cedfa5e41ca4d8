/// The object whose members are being read.
@usableFromInline
struct OpenObject: Sendable {
    /// Where it starts.
    var start = 0
    /// Where its members begin among all that were passed.
    var firstPassed = 0
    /// Where the surrounding object goes on, if that is not behind this one.
    var resume = 0
    /// How dates in it are written.
    @usableFromInline var format = ValueFormat.iso8601
    /// Whether it was entered by ``JSONReader/enter(_:)``.
    var isEntered = false
    /// Whether it is the end of a path that leads to nothing.
    var isAbsent = false

    @usableFromInline init() {}
}
