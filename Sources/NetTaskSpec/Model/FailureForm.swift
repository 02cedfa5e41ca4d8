/// What the `Failure` of a task is in Swift.
package enum FailureForm: Sendable {
    /// No error has anything to read.
    case never
    /// The errors that have something to read have all the same.
    case one(StatusBody)
    /// An enumeration, with a case for each of these.
    case cases([StatusBody])

    /// - Parameter errors: Of one endpoint, the more exact statuses first.
    package init(_ errors: [StatusBody]) {
        let errors = errors.filter { !$0.isEmpty }
        guard let first = errors.first else {
            self = .never
            return
        }
        if errors.allSatisfy({ $0.isSameInSwift(as: first) }) {
            self = .one(first)
            return
        }
        // Bodies alone share a case where they have one type. One with headers has a case of its status.
        var types: Set<TypeReference> = []
        self = .cases(
            errors.filter { error in
                guard error.headers.isEmpty, let type = error.response.type else { return true }
                return types.insert(type).inserted
            }
        )
    }
}

extension StatusBody {
    fileprivate func isSameInSwift(as other: StatusBody) -> Bool {
        response.type == other.response.type
            && headers.elementsEqual(other.headers) { header, other in
                header.name.swift == other.name.swift && header.type == other.type
                    && header.defaultValue == other.defaultValue && header.isSecret == other.isSecret
            }
    }
}
