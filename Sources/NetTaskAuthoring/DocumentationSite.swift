package import NetTaskSpec

/// The addresses of the documentation.
package enum DocumentationSite {
    /// The address of the site that `make docs` builds. The site is not published yet, so the address is in a reserved domain.
    static let address = "https://nettask.example"

    /// The address of an article of the tools.
    static func article(_ name: String) -> String { "\(address)/documentation/nettask/\(name.lowercased())" }
}

extension DiagnosticCode {
    /// The address of the page of the code.
    package var address: String { DocumentationSite.article(rawValue) }
}
