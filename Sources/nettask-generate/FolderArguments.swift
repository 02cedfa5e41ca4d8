import NetTaskSpec

/// The arguments of NetTaskCommand, `--folder FOLDER OUTPUT --module NAME`, followed by those of its user.
struct FolderArguments {
    /// The folder to search for specs, to which their paths are relative.
    let folder: String
    /// The folder for the Swift files.
    let output: String
    /// The module of the target.
    var module: String?
    var isSplit = false
    /// The number of files for the shapes and endpoints of each spec.
    var partCount = 1
    /// Overrides the access level of the specs.
    var access: AccessLevel?
    /// The folder of the user's templates.
    var templates: String?
    /// Whether to write nothing.
    var isCheck = false

    static let usage = """
        The options of generate-nettasks, in addition to --target NAME:
            --split                write a file for each endpoint and each shape
            --parts COUNT          spread the endpoints and shapes of each spec over this number of files, 1 to 1000
            --access LEVEL         public, package or internal, instead of the access of the specs
            --templates FOLDER     the folder of your templates
            --check                write nothing, and fail if a file would change
        """

    /// - Returns: `nil` unless the arguments match ``usage``.
    init?(_ arguments: [String]) {
        guard arguments.count >= 2 else { return nil }
        folder = arguments[0]
        output = arguments[1]
        var rest = arguments[2...].flatMap { argument in
            argument.hasPrefix("--") ? argument.split(separator: "=", maxSplits: 1).map(String.init) : [argument]
        }[...]
        while let option = rest.popFirst() {
            switch option {
            case "--split": isSplit = true
            case "--check": isCheck = true
            case "--parts":
                guard let count = rest.popFirst().flatMap({ Int($0) }), (1...1000).contains(count) else { return nil }
                partCount = count
            case "--module": module = rest.popFirst()
            case "--access":
                guard let level = rest.popFirst().flatMap({ AccessLevel(rawValue: $0) }) else { return nil }
                access = level
            case "--templates":
                guard let folder = rest.popFirst() else { return nil }
                templates = folder
            default: return nil
            }
        }
        if isSplit, partCount > 1 { return nil }
    }
}
