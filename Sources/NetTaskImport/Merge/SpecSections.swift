/// The maps whose entries are known by their keys alone, in whichever file they are.
enum SpecSections {
    static let names = ["endpoints", "shapes"]
}
