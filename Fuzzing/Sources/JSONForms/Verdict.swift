import NetTaskRuntime

@testable import NetTaskPacking

/// The reader's verdict on a text.
public enum Verdict: Sendable {
    case accepted(JSONTree)
    /// Well-formed, with a number beyond the range of doubles.
    case outOfRange
    case refused
}

extension Verdict {
    /// Reads the text in each possible way: skipped, as any value, with dictionaries and with shapes.
    ///
    /// - Throws: ``Contradiction`` if they differ.
    public init(_ text: UnsafeRawBufferPointer) throws {
        let skipped = Result { try readJSON(text) as Skipped }
        let value = Result { try readJSON(text) as JSONTree }
        let dictionaries = Result { try readJSON(text) as DictionaryForm }
        let shapes = Result { try readJSON(text) as ShapeForm }
        switch (skipped, value, dictionaries, shapes) {
        case (.success, .success(let value), .success(let dictionaries), .success(let shapes)):
            try dictionaries.requireSame(as: value)
            try shapes.requireSame(as: value)
            self = .accepted(value)
        case (.failure(let error as ParseError), .failure(let other), .failure, .failure(let shapes)):
            guard let offset = error.offset, (0...text.count).contains(offset) else {
                throw Contradiction(description: "the error has the offset \(error.offset ?? -1) of \(text.count)")
            }
            // A number out of range may come first, and then reading ends there.
            if let other = other as? ParseError {
                try require(other.offset == offset, "skipping fails at \(offset), reading at \(other.offset ?? -1)")
            }
            if let shapes = shapes as? ParseError {
                try require(shapes.offset == offset, "skipping fails at \(offset), a shape at \(shapes.offset ?? -1)")
            }
            self = .refused
        case (.success, .failure(_ as OutOfRange), .failure(_ as OutOfRange), _):
            self = .outOfRange
        default:
            throw Contradiction(
                description: "skipped: \(skipped), value: \(value), dictionaries: \(dictionaries), shapes: \(shapes)"
            )
        }
    }
}

// MARK: - Comparing the forms

extension JSONTree {
    /// To the bit and byte, in the same order, duplicates included.
    public func isSame(as other: JSONTree) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.largeInteger(let one), .largeInteger(let other)): one == other
        case (.double(let one), .double(let other)): one.bitPattern == other.bitPattern
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)): one.elementsEqual(other) { $0.isSame(as: $1) }
        case (.object(let one), .object(let other)):
            one.elementsEqual(other) { $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isSame(as: $1.value) }
        default: false
        }
    }
}

extension DictionaryForm {
    func requireSame(as value: JSONTree) throws {
        switch (self, value) {
        case (.scalar(let scalar), let value):
            try require(scalar.isSame(as: value), "\(scalar) is not \(value)")
        case (.array(let elements), .array(let values)):
            try require(elements.count == values.count, "\(elements.count) elements of \(values.count)")
            for (element, value) in zip(elements, values) { try element.requireSame(as: value) }
        case (.object(let object), .object(let members)):
            // The first of the same name counts. Strings of Swift are the same where Unicode says so.
            let first = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            try require(object.count == first.count, "\(object.count) members of \(first.count)")
            for (name, value) in first {
                guard let ours = object[name] else { throw Contradiction(description: "\(name) is missing") }
                try ours.requireSame(as: value)
            }
        default:
            throw Contradiction(description: "\(self) is not \(value)")
        }
    }
}

extension ShapeForm {
    func requireSame(as value: JSONTree) throws {
        switch (self, value) {
        case (.scalar(let scalar), let value):
            try require(scalar.isSame(as: value), "\(scalar) is not \(value)")
        case (.array(let elements), .array(let values)):
            try require(elements.count == values.count, "\(elements.count) elements of \(values.count)")
            for (element, value) in zip(elements, values) { try element.requireSame(as: value) }
        case (.object(let shape), .object(let members)):
            for (name, ours) in zip(Shape.names, shape.values) {
                // The first of the same name counts.
                switch (ours, members.first { $0.name.utf8.elementsEqual(name.name.utf8) }?.value) {
                case (nil, nil), (nil, .null): break
                case (let ours?, let theirs?): try ours.requireSame(as: theirs)
                case (let ours, let theirs):
                    throw Contradiction(
                        description:
                            "\(name.name): \(ours == nil ? "absent" : "there"), but \(String(describing: theirs))"
                    )
                }
            }
        default:
            throw Contradiction(description: "\(self) is not \(value)")
        }
    }
}
