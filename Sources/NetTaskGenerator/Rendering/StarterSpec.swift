/// What `nettask init` writes.
package enum StarterSpec {
    /// - Throws: Nothing, as its template asks for no names.
    package static func text() throws -> String {
        try Templates.builtIn.render("starter", ViewTable<Void>("starter", "") { _ in }, ())
    }
}
