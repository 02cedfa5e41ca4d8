import NetTaskSpec

/// Turns an OpenAPI document into spec files: the way into this module.
package enum DocumentImporter {
    package struct Options: Sendable {
        /// The Swift namespace; by default made from the title of the document.
        package var client: String?
        package var filter: OperationFilter

        package init(client: String? = nil, filter: OperationFilter = OperationFilter()) {
            self.client = client
            self.filter = filter
        }
    }
}
