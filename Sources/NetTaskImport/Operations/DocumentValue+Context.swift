extension DocumentValue {
    /// Where shapes of what is described here belong: to the component that this refers to, or else to the operation.
    ///
    /// - Parameter target: What this value refers to, or itself.
    func context(resolvedTo target: DocumentValue, else own: SchemaContext) -> SchemaContext {
        guard self["$ref"] != nil else { return own }
        let keys = target.path.keys
        guard keys.first != "paths", let name = keys.last, Int(name) == nil else { return own }
        return SchemaContext(name: name, home: .shared)
    }
}
