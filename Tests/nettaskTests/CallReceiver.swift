#if Tools
    import FlyingSocks
    import Foundation
    import HTTPTypes

    /// A server that receives one call at a time.
    struct CallReceiver {
        struct Call {
            var headers: HTTPFields
            var body: Data
            var text: String { String(decoding: body, as: UTF8.self) }
        }

        let url: String
        private let socket: Socket

        init() throws {
            socket = try Socket(domain: AF_INET, type: .stream)
            try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
            try socket.listen()
            guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.disconnected }
            url = "http://127.0.0.1:\(port)"
        }

        /// Receives a call, and answers it.
        @discardableResult
        func call(answering status: Int, _ body: String = "", _ type: String = "application/json") throws -> Call {
            let client = Socket(file: try socket.accept().file)
            defer { try? client.close() }
            var bytes: [UInt8] = []
            while true {
                let text = String(decoding: bytes, as: UTF8.self)
                if let head = text.range(of: "\r\n\r\n") {
                    var headers = HTTPFields()
                    for line in text[..<head.lowerBound].components(separatedBy: "\r\n").dropFirst() {
                        let parts = line.split(separator: ":", maxSplits: 1)
                        guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
                        headers[name] = parts[1].trimmingCharacters(in: .whitespaces)
                    }
                    let received = text[head.upperBound...]
                    if received.utf8.count == headers[.contentLength].flatMap({ Int($0) }) ?? 0 {
                        let lines = [
                            "HTTP/1.1 \(status) ", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)",
                            "Connection: close", "", body,
                        ]
                        _ = try client.write(Data(lines.joined(separator: "\r\n").utf8))
                        return Call(headers: headers, body: Data(received.utf8))
                    }
                }
                bytes += try client.read(atMost: 65_536)
            }
        }
    }

    /// Requests of a client, over a socket.
    struct RawClient {
        private let socket: Socket

        init(port: UInt16) throws {
            socket = try Socket(domain: AF_INET, type: .stream)
            try socket.connect(to: .inet(ip4: "127.0.0.1", port: port))
        }

        /// Sends a request with a line such as `GET /orders`, and JSON.
        func send(_ line: String, _ body: String = "") throws {
            let head = [
                "\(line) HTTP/1.1", "Host: localhost", "Connection: close", "Content-Type: application/json",
                "Content-Length: \(body.utf8.count)", "", body,
            ]
            let data = Data(head.joined(separator: "\r\n").utf8)
            var sent = 0
            while sent < data.count { sent = try socket.write(data, from: sent) }
        }

        /// Reads to the end of the connection.
        func reply() -> String {
            var reply: [UInt8] = []
            while let bytes = try? socket.read(atMost: 65_536), !bytes.isEmpty { reply += bytes }
            try? socket.close()
            return String(decoding: reply, as: UTF8.self)
        }
    }
#endif
