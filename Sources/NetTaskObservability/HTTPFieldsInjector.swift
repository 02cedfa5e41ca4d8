#if Observability
    import HTTPTypes
    import Tracing

    /// Injects the values of an instrument into the headers of a request.
    struct HTTPFieldsInjector: Injector {
        /// Omits invalid headers, which would end the attempt.
        func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
            if let name = HTTPField.Name(key), HTTPField.isValidValue(value) {
                fields[name] = value
            }
        }
    }
#endif
