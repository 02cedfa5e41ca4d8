/// The calls that the server of an API makes: their events, and how they are signed.
package struct Webhooks: Sendable, Equatable {
    /// The enumeration that they become.
    package var name: Name
    package var description: String?
    package var signature = Signature.standard
    /// Where the name of an event is.
    package var eventName = Place.body(["type"])
    package var events: [Event] = []
    /// The case of events that the spec does not list.
    package var catchAll = "unknown"
    /// Whether the properties of what is described in place are `var` rather than `let`.
    package var isMutable = true
    /// Where `webhooks` stands.
    @Source package var place = SourceRange.none

    package enum Signature: Sendable, Equatable {
        /// That of Standard Webhooks.
        case standard
        case hmac(HMAC)
    }

    package struct HMAC: Sendable, Equatable {
        package var header: String
        package var algorithm = Algorithm.sha256
        /// What is signed, with `{body}` and perhaps `{timestamp}` in it.
        package var payload = "{body}"
        package var encoding = Encoding.hex
        /// What stands before the code; empty where nothing does.
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
        /// In the header of the signature, after this name and `=`.
        case field(String)
    }

    package enum Place: Sendable, Equatable {
        /// The keys that lead to it in the JSON of the body.
        case body([String])
        case header(String)
    }

    package struct Event: Sendable, Equatable {
        /// As it is on the wire; its Swift name is that of the case.
        package var name: Name
        package var description: String?
        package var deprecation: Deprecation?
        package var payload = Payload.none
        /// The keys that lead to what is read; none where that is the whole body.
        package var path: [String] = []
        @Source package var typePlace = SourceRange.none
    }

    package enum Payload: Sendable, Equatable {
        case none
        case type(TypeReference)
        /// Fields written in place; the generated type is in the enumeration.
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

    /// What is written in place.
    package var fields: [Field]? { if case .fields(let fields) = payload { fields } else { nil } }

    /// The Swift name of what is written in place: `OrderPaid` for the case `orderPaid`.
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
