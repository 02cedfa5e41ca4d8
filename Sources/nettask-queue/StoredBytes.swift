import Foundation
import NetTaskTerminal

/// A payload or a reply, as far as it may be shown.
enum StoredBytes {
    case empty
    /// JSON, on one line.
    case json(String)
    case sealed(codec: String, Data)
    case other(Data)

    init(_ bytes: Data, codec: String?) {
        if bytes.isEmpty {
            self = .empty
        } else if let codec {
            self = .sealed(codec: codec, bytes)
        } else if let text = String(data: bytes, encoding: .utf8), bytes.first != 0xef,
            (try? JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)) != nil
        {
            // Inside a JSON string, there are no line breaks.
            self = .json(String(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : Character($0) }))
        } else {
            self = .other(bytes)
        }
    }

    /// The text to show.
    var text: String? {
        switch self {
        case .empty: nil
        case .json(let text): text
        case .sealed(let codec, let bytes): "sealed by \(codec), \(bytes.count) bytes"
        case .other(let bytes): "\(bytes.count) bytes that are not JSON"
        }
    }
}

extension JSONFields {
    /// Adds JSON as it is, and other bytes as Base64.
    ///
    /// - Parameter hasSealed: whether sealed bytes are added, too.
    mutating func add(_ name: String, _ bytes: StoredBytes, hasSealed: Bool) {
        switch bytes {
        case .empty: break
        case .json(let text): add(name, .verbatim(text))
        case .sealed(_, let bytes) where !hasSealed: add(name + "ByteCount", bytes.count)
        case .sealed(_, let bytes), .other(let bytes): add(name + "Base64", bytes.base64EncodedString())
        }
    }
}
