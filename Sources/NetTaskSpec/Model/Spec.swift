/// A client, read from one or several files and checked: the input of the generator.
///
/// All mistakes in a spec are reported before a `Spec` exists, so that code with a `Spec` need not check it again.
package struct Spec: Sendable, Equatable {
    /// The files of the run that contain it, in order.
    package var files: [File]
    /// The number of the file that extends the others, or of the only one.
    package var number = 0
    /// The Swift namespace of the generated code.
    package var client: Name
    package var description: String?
    /// The version of the spec, for display with stored tasks.
    package var version: String?
    package var baseURL: String?
    /// The base URL of each environment, `baseURL` first; empty if there is only one URL.
    package var environments: [Environment] = []
    package var access: AccessLevel?
    /// Whether code is generated for the examples of shapes and endpoints.
    package var hasExamples = false
    /// Whether code is generated for mocks of the API, in a file that release builds leave out.
    package var hasMocks = false
    /// The schemes of authentication that endpoints can name.
    package var auth: [AuthScheme] = []
    package var defaults = EndpointSettings()
    package var shapes: [Shape] = []
    package var groups: [EndpointGroup] = []
    /// All endpoints. Those of groups follow the others.
    package var endpoints: [Endpoint] = []
    /// The calls that the server makes; `nil` if there are none.
    package var webhooks: Webhooks?

    /// A file of the run, with the files outside of the run that it is the first to extend.
    package struct File: Sendable, Equatable {
        /// The path of the file, as given to the run.
        package var path: String
        /// The paths of the files outside of the run.
        package var outside: [String] = []
        /// The number of the file itself.
        package var number = 0
        /// The numbers of all these files.
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

    /// The paths of all files of the spec.
    package var paths: [String] { files.flatMap { [$0.path] + $0.outside } }
}

/// The access level of generated declarations.
package enum AccessLevel: String, Sendable, CaseIterable {
    case `public`
    case package
    case `internal`
}

/// The value of an extension key, `x-…`: any YAML.
package indirect enum ExtensionValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    /// As `Field.DefaultValue.number`.
    case number(String)
    case string(String)
    case list([ExtensionValue])
    case map([Member])

    /// The number of values that it contains.
    var count: Int {
        switch self {
        case .list(let values): values.reduce(1) { $0 + $1.count }
        case .map(let members): members.reduce(1) { $0 + $1.value.count }
        default: 1
        }
    }

    /// A name and its value, in the order of the spec.
    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: ExtensionValue

        package init(_ name: String, _ value: ExtensionValue) {
            self.name = name
            self.value = value
        }
    }
}

/// A name of a spec: as written, in Swift, and its place.
package struct Name: Sendable, Equatable {
    /// The key in the spec, which other parts of the spec refer to.
    package var written: String
    /// A valid Swift identifier, without backticks: derived from `written`, or the value of `swiftName:`.
    package var swift: String
    /// The place of `swift`.
    @Source package var place: SourceRange

    package init(_ written: String, swift: String? = nil, place: SourceRange = .none) {
        self.written = written
        self.swift = swift ?? written
        self.place = place
    }
}

extension [Name] {
    /// The case for unlisted values, with a name that no other case has.
    package var catchAll: String { contains { $0.swift == "unknown" } ? "unrecognized" : "unknown" }
}

/// The value of `deprecated:`.
package struct Deprecation: Sendable, Equatable {
    /// The replacement to use; `nil` if the spec contains only `true`.
    package var advice: String?

    package init(advice: String? = nil) {
        self.advice = advice
    }

    /// The text in documentation: `Deprecated: use X.`
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
