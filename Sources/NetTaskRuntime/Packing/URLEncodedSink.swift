import Foundation

/// `name=value&name=value`, for queries and forms.
struct URLEncodedSink: TextSink, Sendable {
    private let space: PercentEncoding.Space
    private var bytes: [UInt8] = []

    init(space: PercentEncoding.Space) {
        self.space = space
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var data: Data { Data(bytes) }

    mutating func put(_ text: String, name: String, after separator: String?) -> String? {
        switch separator {
        case nil:
            if !bytes.isEmpty {
                bytes.append(UInt8(ascii: "&"))
            }
            PercentEncoding.append(name, to: &bytes, space: space)
            bytes.append(UInt8(ascii: "="))
        case ",":
            // A separator stays bare and an element's own comma does not, so that the two can be told apart.
            bytes.append(UInt8(ascii: ","))
        case let separator?:
            PercentEncoding.append(separator, to: &bytes, space: space)
        }
        PercentEncoding.append(text, to: &bytes, space: space)
        return nil
    }
}
