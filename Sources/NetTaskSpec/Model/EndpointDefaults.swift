/// What `defaults` says for all endpoints of a client, as far as generated code says it once. Each ``Endpoint`` has it
/// applied already.
package struct EndpointDefaults: Sendable, Equatable {
    package var encoding = Endpoint.Encoding.form
    package var auth: [String] = []
    package var retry: Retry?
    package var timeout: Duration?
    package var deadline: Duration?
    package var delivery = Delivery()

    package init() {}
}
