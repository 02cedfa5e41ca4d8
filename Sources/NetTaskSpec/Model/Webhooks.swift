/// The calls that the server makes: their events, and their signatures.
package struct Webhooks: Sendable, Equatable {
    /// The generated enumeration.
    package var name: Name
    package var description: String?
    package var signature = Signature.standard
    /// The place of an event's name.
    package var eventName = Place.body(["type"])
    package var events: [Event] = []
    /// The case for unlisted events.
    package var catchAll = "unknown"
    /// Whether the properties of types that are described in place are `var`, not `let`.
    package var isMutable = true
    /// The place of `webhooks`.
    @Source package var place = SourceRange.none

    package enum Signature: Sendable, Equatable {
        /// The signature of Standard Webhooks.
        case standard
        case hmac(HMAC)
    }

    package struct HMAC: Sendable, Equatable {
        package var header: String
        package var algorithm = Algorithm.sha256
        /// The signed text, with `{body}` and, optionally, `{timestamp}`.
        package var payload = "{body}"
        package var encoding = Encoding.hex
        /// The text before the signature; empty if there is none.
        package var prefix = ""
        package var timestamp: Timestamp?
    }

    package enum Algorithm: String, Sendable, CaseIterable {
        case sha1
        case sha256
        case sha512
    }

    package enum Encoding: String, Sendable, CaseIterable {
        case hex
        case base64
    }

    package enum Timestamp: Sendable, Equatable {
        case header(String)
        /// A value in the header of the signature, after this name and `=`.
        case field(String)
    }

    package enum Place: Sendable, Equatable {
        /// The path of keys in the JSON of the body.
        case body([String])
        case header(String)
    }

    package struct Event: Sendable, Equatable {
        /// The name of the event on the wire. Its Swift name is that of the case.
        package var name: Name
        package var description: String?
        package var deprecation: Deprecation?
        package var payload = Payload.none
        /// The path of the value; empty for the whole body.
        package var path: [String] = []
        @Source package var typePlace = SourceRange.none
    }

    package enum Payload: Sendable, Equatable {
        case none
        case type(TypeReference)
        /// Fields that are described in place. The generated type is nested in the enumeration.
        case fields([Field])
    }
}

extension Webhooks {
    package var readTypes: [TypeReference] { events.flatMap(\.types) }

    /// The names of the structures in the enumeration.
    package var structures: [String] { events.compactMap { $0.fields == nil ? nil : $0.structureName } }
}

extension Webhooks.Event {
    package var types: [TypeReference] {
        switch payload {
        case .none: []
        case .type(let type): [type]
        case .fields(let fields): fields.map(\.type)
        }
    }

    /// The fields that are described in place.
    package var fields: [Field]? { if case .fields(let fields) = payload { fields } else { nil } }

    /// The Swift name of the type for these fields: `OrderPaid` for the case `orderPaid`.
    package var structureName: String { name.swift.prefix(1).uppercased() + name.swift.dropFirst() }
}

extension Webhooks {
    package init(name: Name) {
        self.name = name
    }
}

extension Webhooks.Event {
    package init(name: Name) {
        self.name = name
    }
}
