import Foundation
import HTTPTypes
import NetTaskRuntime

/// Sends tasks to the server on the loopback, whatever server they name, and says in lines of JSON what became of each.
struct Driver {
    let queue: HTTPNetTaskQueue

    init(port: String, baseURL: String?, middleware: [any HTTPMiddleware]) {
        queue = HTTPNetTaskQueue(transport: LoopbackTransport(port: port), baseURL: baseURL) {
            $0.timeouts = HTTPTimeouts(firstByte: .seconds(30), idle: .seconds(30))
            $0.maxRedirects = 0
            $0.middleware = middleware
        }
    }

    func send<Task: HTTPNetTask>(_ call: Int, _ task: Task) async {
        var line: [String: Any] = ["call": call]
        do throws(NetTaskError<Task.Failure>) {
            let response = try await queue.run(task, .headers(["X-Check-Call": "\(call)"]))
            let leaves = Leaves(of: response)
            line["end"] = "response"
            line["leaves"] = leaves.texts
            line["unknown"] = leaves.unknown
        } catch .status(let error, let failure) {
            line["end"] = "status"
            line["status"] = error.code
            line["error"] = String(describing: error)
            if let failure {
                let leaves = Leaves(of: failure)
                line["leaves"] = leaves.texts
                line["unknown"] = leaves.unknown
            }
        } catch {
            line["end"] = "error"
            line["error"] = String(describing: error)
        }
        let data = try! JSONSerialization.data(withJSONObject: line)
        FileHandle.standardOutput.write(data + Data("\n".utf8))
    }
}

/// Sends each request to the server on the loopback, with the original origin in a header.
struct LoopbackTransport: HTTPTransport {
    let port: String
    private let transport = URLSessionTransport()

    init(port: String) {
        self.port = port
    }

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        var request = request
        request.headerFields[HTTPField.Name("X-Check-Origin")!] = "\(request.scheme ?? "")://\(request.authority ?? "")"
        request.scheme = "http"
        request.authority = "127.0.0.1:\(port)"
        try await transport.send(request, body: body, exchange: exchange)
    }
}

/// All single values that a value holds, as texts, and the values that its spec does not list.
struct Leaves {
    private(set) var texts: [String] = []
    private(set) var unknown: [String] = []

    init(of value: Any) {
        add(value)
    }

    private mutating func add(_ value: Any) {
        switch value {
        case let value as any RawRepresentable:
            if Mirror(reflecting: value).children.first?.label == "unknown" { unknown.append("\(value.rawValue)") }
            texts.append("\(value.rawValue)")
        case let value as String: texts.append(value)
        case let value as URL: texts.append(value.absoluteString)
        case let value as UUID: texts.append(value.uuidString)
        case let value as Date: texts.append("\(value.timeIntervalSince1970)")
        case let value as Data: texts.append(value.base64EncodedString())
        case let value as Decimal: texts.append("\(value)")
        case let value as HTTPFile: texts.append((try? value.data().base64EncodedString()) ?? "unreadable file")
        case let value as JSONValue.Number: texts.append(value.text)
        case let value as [String: Any]:
            for (key, member) in value {
                texts.append(key)
                add(member)
            }
        default:
            let mirror = Mirror(reflecting: value)
            if mirror.children.isEmpty { texts.append("\(value)") }
            for child in mirror.children {
                if mirror.displayStyle == .enum, child.label == "unknown" { unknown.append("\(child.value)") }
                add(child.value)
            }
        }
    }
}

func bytes(_ base64: String) -> Data { Data(base64Encoded: base64)! }

func known<Value>(_ value: Value?) -> Value { value! }

func number(_ value: Int) -> JSONValue { JSONValue(integerLiteral: value) }

func number(_ value: Double) -> JSONValue { JSONValue(floatLiteral: value) }
