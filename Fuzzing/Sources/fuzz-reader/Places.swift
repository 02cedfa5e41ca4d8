import Foundation
import JSONForms
import LibFuzzer
import NetTaskRuntime

@testable import NetTaskPacking

/// Tests that the value at a path equals the value that is found step by step in the whole value.
func checkPlaces(_ text: UnsafeRawBufferPointer, _ value: JSONTree) throws {
    for path in [["a"], ["a", "b"], ["b", "a", "id"]] as [[StaticString]] {
        let expected = value.place(path.map { "\($0)" })
        let found = Result { () throws(ParseError) -> JSONTree? in try read(text, path: path) }
        switch (expected, found) {
        case (.value(let value), .success(let found?)): require(found.isSame(as: value), "\(found) is not \(value)")
        case (.nothing, .success(nil)), (.noObject, .failure): break
        default: fatalError("\(found) at \(path), not \(expected)")
        }
    }
    checkSteps(text, value)
}

/// Tests the same with a shape that enters, leaves, and returns to the start.
private func checkSteps(_ text: UnsafeRawBufferPointer, _ value: JSONTree) {
    guard let steps: Steps = try? read(text) else { return }
    for (path, found) in [
        (["a", "b"], steps.ab), (["a", "id"], steps.aid), (["b"], steps.b), (["id", "a", "b"], steps.idab),
        (["a"], steps.a), (["id"], steps.id),
    ] {
        switch (value.place(path), found) {
        case (.value(let value), let found?): require(found.isSame(as: value), "\(found) is not \(value)")
        case (.nothing, nil): break
        case (let expected, let found): fatalError("\(String(describing: found)) at \(path), not \(expected)")
        }
    }
}

private struct Steps: JSONReadable {
    var ab: JSONTree?
    var aid: JSONTree?
    var b: JSONTree?
    var idab: JSONTree?
    var a: JSONTree?
    var id: JSONTree?

    init(from object: inout JSONReader) throws {
        try object.enter("a")
        ab = try object.read("b")
        aid = try object.read("id")
        try object.leave()
        b = try object.read("b")
        try object.enter("id")
        try object.enter("a")
        idab = try object.read("b")
        try object.leave()
        try object.leave()
        object.rewind()
        id = try object.read("id")
        a = try object.read("a")
    }
}

private enum Place {
    case value(JSONTree)
    /// A value on the path, or the value itself, is absent or null.
    case nothing
    /// A value on the path is not an object.
    case noObject
}

extension JSONTree {
    /// - Parameter path: of names in ASCII.
    fileprivate func place(_ path: [String]) -> Place {
        var value = self
        for (index, name) in path.enumerated() {
            switch value {
            case .object(let members):
                // The first of the same name counts.
                guard let member = members.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                    return .nothing
                }
                value = member.value
            case .null where index > 0: return .nothing
            default: return .noObject
            }
        }
        if case .null = value { return .nothing }
        return .value(value)
    }
}
