import Foundation
import NetTaskRuntime

// Beside generated code, in a program of its own: what generated tasks send and read, a line for each exchange.

/// Reads the replies to each task, and sends the tasks that `sendAll` has.
@main
enum Driver {
    static let replies: [[CannedReply]] = {
        let data = try! Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
        return try! JSONDecoder().decode([[CannedReply]].self, from: data)
    }()

    static func main() async {
        await sendAll()
    }

    static func send<T: HTTPNetTask>(_ index: Int, _ task: T) async {
        let options: [NetTaskOption] = T.settings.idempotencyKey == nil ? [] : [.idempotencyKey("key-1")]
        let lines = await Exchanges.lines(
            task,
            replies[index],
            options: options,
            { response, _ in ValueDump.text(of: response) },
            failure: { error, body in "status \(error.code): \(body.map { ValueDump.text(of: $0) } ?? "nil")" }
        )
        for line in lines { print(String(index), line.debugDescription) }
    }
}

protocol Box {
    var boxed: Any { get }
}

extension IndirectValue: Box {
    var boxed: Any { wrappedValue }
}

extension Nullable: Box {
    var boxed: Any {
        switch self {
        case .absent: Int?.none as Any
        case .null: JSONValue.null
        case .value(let value): value
        }
    }
}

/// A value of generated code as text, found by reflection.
enum ValueDump {
    static func text(of value: Any) -> String {
        switch value {
        case is Void: return "nil"
        case let value as any Box: return text(of: value.boxed)
        case let value as String: return value.debugDescription
        case let value as JSONValue: return "\(value)"
        case let value as Date: return "\(value.timeIntervalSince1970)"
        case let value as Data: return value.base64EncodedString()
        case let value as URL: return value.absoluteString
        case let value as UUID: return value.uuidString
        case let value as Decimal: return "\(value)"
        case let value as HTTPFile: return "\((try? value.data().base64EncodedString()) ?? "") \(value.contentType)"
        case let value as any RawRepresentable: return "=\(value.rawValue)"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text(of: $0.value) } ?? "nil"
        case .collection: return "[\(mirror.children.map { text(of: $0.value) }.joined(separator: ", "))]"
        case .dictionary:
            let members = mirror.children.map { child in
                let pair = Mirror(reflecting: child.value).children.map(\.value)
                return "\(text(of: pair[0])): \(text(of: pair[1]))"
            }
            return "{\(members.sorted().joined(separator: ", "))}"
        case .enum:
            guard let child = mirror.children.first else { return ".\(value)(nil)" }
            return ".\(child.label ?? "")(\(text(of: child.value)))"
        case .struct, .class:
            if mirror.children.isEmpty, !(value is any JSONReadable) || value is any JSONScalar { return "\(value)" }
            let members = mirror.children.map { child in
                let label = child.label ?? ""
                // A boxed property is stored under a name of the wrapper's.
                let isBoxed = label.hasPrefix("_") && child.value is any Box
                return "\(isBoxed ? String(label.dropFirst()) : label): \(text(of: child.value))"
            }
            return "{\(members.joined(separator: ", "))}"
        default:
            return "\(value)"
        }
    }
}
