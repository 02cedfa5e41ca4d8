/// What is said of delivery, with the places that later checks complain about.
struct LocatedDelivery {
    var delivery = Delivery()
    /// Where each key of the endpoint stands, other keys than those of delivery too.
    var own: [String: SourceRange] = [:]
    /// The same of the defaults.
    var inherited: [String: SourceRange] = [:]
    /// The params that `unique` names, and where.
    var uniqueNames: [(name: String, range: SourceRange)] = []
    /// The names of all params, also of those that could not be read.
    var declaredParams: Set<String> = []
    /// Where the endpoint's own `retry` says `when`.
    var ownCondition: SourceRange?

    func place(of key: String) -> SourceRange? { own[key] ?? inherited[key] }
}
