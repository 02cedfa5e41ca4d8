import NetTaskSpec

/// Makes a param of a field of an object that is sent.
enum SentField {
    /// nil, and listed, for a field that is only read.
    ///
    /// - Parameter schema: The object.
    static func param(_ field: FieldDraft, of schema: DocumentValue) -> FieldDraft? {
        var param = field
        param.only = nil
        let property = SchemaPeek.property(field.wireName, of: schema)
        switch field.only {
        case .response:
            property?.leaveOut("it is only in replies, and this is sent")
            return nil
        case .request:
            if let property { Unused.leaveOut(["writeOnly"], of: property, "a param is only sent anyway") }
        case nil: break
        }
        return param
    }
}
