#if Observability
    import HTTPTypes
    import Tracing

    /// Puts what an instrument sends along into the headers of a request.
    struct HTTPFieldsInjector: Injector {
        /// What cannot be a header is left out: it would end the attempt.
        func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
            if let name = HTTPField.Name(key), HTTPField.isValidValue(value) {
                fields[name] = value
            }
        }
    }
#endif
