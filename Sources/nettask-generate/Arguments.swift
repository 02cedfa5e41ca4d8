/// The arguments that NetTaskPlugin passes to `nettask-generate`: `[--module NAME] ROOT OUTPUT MODULES COUNT SPEC [COUNT SPEC]…`.
///
/// A count is followed by `m` if the spec has a file with mocks.
struct Arguments {
    /// The module of the target; `nil` if unknown.
    let module: String?
    /// The folder that paths of specs are relative to.
    let root: String
    /// The folder for the Swift files.
    let output: String
    /// The modules of NetTask that the target can import, separated by commas; `nil` if unknown.
    let modules: Set<String>?
    let specs: [String]
    /// The specs outside of the target that these extend, as found by the plugin.
    let outside: [String]
    /// The number of files for the shapes and endpoints of each spec, by its path.
    let partCounts: [String: Int]
    /// The specs with mocks, as found by the plugin.
    let mocks: Set<String>

    static let usage =
        "Usage: nettask-generate [--module NAME] ROOT OUTPUT MODULES COUNT SPEC [COUNT SPEC]..."

    /// - Returns: `nil` unless the arguments match ``usage``.
    init?(_ arguments: [String]) {
        var arguments = arguments
        module = arguments.first == "--module" && arguments.count > 1 ? arguments[1] : nil
        if module != nil { arguments.removeFirst(2) }
        guard arguments.count >= 5, !arguments.count.isMultiple(of: 2) else { return nil }
        root = arguments[0]
        output = arguments[1]
        modules = arguments[2].isEmpty ? nil : Set(arguments[2].split(separator: ",").map(String.init))
        var specs: [String] = []
        var outside: [String] = []
        var partCounts: [String: Int] = [:]
        var mocks: Set<String> = []
        for index in stride(from: 3, to: arguments.count, by: 2) {
            let hasMocks = arguments[index].hasSuffix("m")
            guard let count = Int(arguments[index].dropLast(hasMocks ? 1 : 0)), count >= 0 else { return nil }
            if hasMocks { mocks.insert(arguments[index + 1]) }
            if count == 0 {
                outside.append(arguments[index + 1])
            } else {
                specs.append(arguments[index + 1])
                partCounts[arguments[index + 1]] = count
            }
        }
        self.specs = specs
        self.outside = outside
        self.partCounts = partCounts
        self.mocks = mocks
    }
}
