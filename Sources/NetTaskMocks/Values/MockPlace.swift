/// The place of a value that is made. Values depend only on their place, so that a new member changes no other.
struct MockPlace: Sendable {
    /// The name of the member, the param or the list.
    var name: String
    /// The name of the shape or of the member with the object.
    var owner: String
    var seed: UInt64
    /// The seed that the members of an object share, and all elements of a list.
    var base: UInt64
    /// The index in the nearest list.
    var index = 0
    /// The number of types around the value, including names of shapes.
    var depth = 0
    /// The number of objects around the value.
    var level = 0
    /// About the number of values that it can contain.
    var budget: Int
    /// Whether values from the description are left out, since the value must differ from another one.
    var ignoresExamples = false

    init(_ name: String, seed: UInt64, budget: Int) {
        self.name = name
        owner = name
        self.seed = MockRandom.seed(seed, name)
        base = self.seed
        self.budget = budget
    }

    var deeper: MockPlace {
        var place = self
        place.depth += 1
        return place
    }

    /// The place of a member.
    func member(_ name: String, budget: Int) -> MockPlace {
        var place = deeper
        place.name = name
        place.seed = MockRandom.seed(seed, name)
        place.budget = budget
        return place
    }

    /// The place of a member with members of its own.
    func object(_ name: String, budget: Int) -> MockPlace {
        var place = member(name, budget: budget)
        place.owner = name
        place.base = place.seed
        place.index = 0
        return place
    }

    func element(_ index: Int, attempt: Int, budget: Int) -> MockPlace {
        var place = deeper
        place.name = MockName.singular(name)
        place.owner = place.name
        place.seed = MockRandom.seed(seed, attempt == 0 ? "\(index)" : "\(index) \(attempt)")
        place.base = seed
        // Elements that are made again continue after the others.
        place.index = index + attempt * 7
        place.budget = budget
        place.ignoresExamples = ignoresExamples || attempt > 0
        return place
    }

    /// A number from 0, below a count, that differs for the elements of a list while possible.
    func choice(_ count: Int, _ name: String = "") -> Int {
        guard count > 0 else { return 0 }
        return (start(count, name) + index) % count
    }

    /// A number from 0, below a count, that is the same for all elements of a list.
    func start(_ count: Int, _ name: String) -> Int { Int(MockRandom.seed(base, name) % UInt64(count)) }

    func pick<Element>(_ list: [Element], _ name: String = "") -> Element { list[choice(list.count, name)] }

    /// The seed that the members of an object share.
    var objectSeed: UInt64 { MockRandom.seed(base, "\(index)") }
}
