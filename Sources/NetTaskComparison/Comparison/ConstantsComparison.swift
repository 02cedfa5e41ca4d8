import NetTaskSpec

/// Compares what is sent with every request of an endpoint: its fixed headers and its `constants`.
struct ConstantsComparison {
    typealias Subject = DifferenceCollector.Subject

    let found: DifferenceCollector

    func compare(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        compareHeaders(old, new, subject)
        compareConstants(old, new, subject)
    }

    private func compareHeaders(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let matching = Matching(old.headers, new.headers) { $0.name.lowercased() }
        for pair in matching.pairs where pair.old.value != pair.new.value {
            found.add(
                [.server],
                subject.part("headers.\(pair.new.name)"),
                "it was \(pair.old.value.quotedForMessage) and is \(pair.new.value.quotedForMessage)"
            )
        }
        for header in matching.added {
            // These choose among the server's replies, or say how it is to read the request.
            let steersServer = ["accept", "content-"].contains { header.name.lowercased().hasPrefix($0) }
            let value = header.value.quotedForMessage
            found.add(
                steersServer ? [.server] : [.additive],
                subject.part("headers.\(header.name)"),
                "it is new: \(value) is always sent"
            )
        }
        for header in matching.gone {
            let param = new.params.first {
                $0.location == .header && $0.wireName.lowercased() == header.name.lowercased()
            }
            remove(subject.part("headers.\(header.name)"), inFavourOf: param)
        }
    }

    private func compareConstants(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let matching = Matching(old.constants, new.constants, by: \.name)
        for pair in matching.pairs where pair.old.value != pair.new.value {
            found.add(
                [.server],
                subject.part("constants.\(pair.new.name)"),
                "it was \(pair.old.value.text) and is \(pair.new.value.text)"
            )
        }
        for constant in matching.added {
            // A param of that name is still there, and what callers give it does not matter.
            let param = new.params.first { $0.isSent && $0.wireName == constant.name && $0.location.isOfConstants }
            let place = param.map { ", in place of the param \($0.name.written.quotedForMessage)" } ?? ""
            found.add(
                param == nil ? [.additive] : [.callers],
                subject.part("constants.\(constant.name)"),
                "it is new: \(constant.value.text) is always sent\(place)"
            )
        }
        for constant in matching.gone {
            let param = new.params.first { $0.wireName == constant.name }
            remove(subject.part("constants.\(constant.name)"), inFavourOf: param)
        }
    }

    /// A constant that is gone, unless a param has its place.
    private func remove(_ subject: Subject, inFavourOf param: Field?) {
        if let param, param.isSent, !param.canBeUnsent {
            found.add([.other], subject, "it is the param \(param.name.written.quotedForMessage) now")
        } else {
            found.add([.server], subject, "it is gone, and not always sent any more")
        }
    }
}

extension Field.Location {
    /// Whether constants can be in the same place.
    fileprivate var isOfConstants: Bool { self == .query || self == .body }
}

extension Endpoint.Constant.Value {
    fileprivate var text: String {
        switch self {
        case .string(let text): "the text \(text.quotedForMessage)"
        case .integer(let number): "`\(number)`"
        case .number(let written): "`\(written)`"
        case .bool(let bool): "`\(bool)`"
        case .null: "`null`"
        }
    }
}
