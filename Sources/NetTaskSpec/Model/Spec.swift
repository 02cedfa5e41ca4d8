/// One client, read from one or several files and checked: what the generator works from.
///
/// All that can be wrong with a spec has been reported before a `Spec` exists, so whoever holds one need not check again.
package struct Spec: Sendable, Equatable {
    /// The files of the run that it is written in, in their order.
    package var files: [File]
    /// The number of the file that extends the others, or of the only one.
    package var number = 0
    /// The Swift namespace that holds all that this spec generates.
    package var client: Name
    package var description: String?
    /// What the spec says of its own version; shown with stored tasks.
    package var version: String?
    package var baseURL: String?
    /// The base URL of each environment, `baseURL` first; none where the spec gives `baseURL` alone.
    package var environments: [Environment] = []
    package var access: AccessLevel?
    /// Whether the examples of shapes and endpoints become Swift.
    package var hasExamples = false
    /// The schemes of authentication that endpoints can name.
    package var auth: [AuthScheme] = []
    package var defaults = EndpointSettings()
    package var shapes: [Shape] = []
    package var groups: [EndpointGroup] = []
    /// All of them, those of groups behind the others.
    package var endpoints: [Endpoint] = []
    /// The calls that the server makes; nil where the spec has none.
    package var webhooks: Webhooks?

    /// A file of the run, and the files outside of the run that it is the first to extend.
    package struct File: Sendable, Equatable {
        /// The path that the run was given.
        package var path: String
        /// The paths of those outside of the run.
        package var outside: [String] = []
        /// The number that places in the file itself have.
        package var number = 0
        /// The numbers that places in all these files have.
        package var numbers: Set<Int> = [0]
    }

    package struct Environment: Sendable, Equatable {
        package var name: Name
        package var url: String

        package init(name: Name, url: String) {
            self.name = name
            self.url = url
        }
    }

    /// The paths of all files that it is written in.
    package var paths: [String] { files.flatMap { [$0.path] + $0.outside } }
}

/// How widely generated declarations can be seen.
package enum AccessLevel: String, Sendable, CaseIterable {
    case `public`
    case package
    case `internal`
}

/// A way to authenticate that a spec declares in `auth:`.
package struct AuthScheme: Sendable, Equatable {
    package var name: Name
    package var description: String?
    package var kind: Kind

    package init(name: Name, description: String? = nil, kind: Kind) {
        self.name = name
        self.description = description
        self.kind = kind
    }

    package enum Kind: Sendable, Equatable {
        case bearer
        case basic
        /// A key under a name on the wire.
        case apiKey(Location, name: String)
    }

    package enum Location: String, Sendable, CaseIterable {
        case header
        case query
        case cookie
    }
}

extension AuthScheme {
    /// Where its credentials stand in a request.
    var place: (location: Location, name: String) {
        switch kind {
        case .bearer, .basic: (.header, "Authorization")
        case .apiKey(let location, let name): (location, name)
        }
    }

    /// The same, to be compared: in names of headers, capitals make no difference.
    package var placeKey: String {
        "\(place.location.rawValue) \(place.location == .header ? place.name.lowercased() : place.name)"
    }
}

/// What a key of the author's own, `x-…`, says: any YAML.
package indirect enum ExtensionValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    /// As `Field.DefaultValue.number`.
    case number(String)
    case string(String)
    case list([ExtensionValue])
    case map([Member])

    /// How many values it is made of.
    var count: Int {
        switch self {
        case .list(let values): values.reduce(1) { $0 + $1.count }
        case .map(let members): members.reduce(1) { $0 + $1.value.count }
        default: 1
        }
    }

    /// A name and its value, in the order written.
    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: ExtensionValue

        package init(_ name: String, _ value: ExtensionValue) {
            self.name = name
            self.value = value
        }
    }
}

/// A name of the spec's author: as written, as Swift calls it, and where it stands.
package struct Name: Sendable, Equatable {
    /// The key as the spec has it; how other parts of the spec refer to it.
    package var written: String
    /// A valid Swift identifier, without backticks: `written`, or what `swiftName:` says.
    package var swift: String
    /// Where `swift` was written.
    @Source package var place: SourceRange

    package init(_ written: String, swift: String? = nil, place: SourceRange = .none) {
        self.written = written
        self.swift = swift ?? written
        self.place = place
    }
}

extension [Name] {
    /// The case for what a spec does not list, by a name that no other case has.
    package var catchAll: String { contains { $0.swift == "unknown" } ? "unrecognized" : "unknown" }
}

/// What `deprecated:` says.
package struct Deprecation: Sendable, Equatable {
    /// What to do instead; nil if the spec says only `true`.
    package var advice: String?

    package init(advice: String? = nil) {
        self.advice = advice
    }

    /// As documentation has it: `Deprecated: use X.`
    package var paragraph: String {
        guard let advice else { return "Deprecated." }
        return "Deprecated: \(advice)" + (advice.last?.isPunctuation == true ? "" : ".")
    }
}

extension Spec {
    package init(files: [File] = [], client: Name) {
        self.files = files
        self.client = client
    }
}
