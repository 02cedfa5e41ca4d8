package import Foundation
import HTTPTypes

extension ParameterPacker {
    /// What tells a task from others of its type, if its delivery says that its params do: JSON, in which neither `"a"`
    /// beside `"bc"` nor a missing value can be taken for anything else.
    ///
    /// It is only compared, and never shown, since a secret may be among the params.
    ///
    /// - Throws: ``PackError`` if one of them cannot be packed.
    static func identity<T: NetTask>(of task: T) throws -> AnyHashable {
        AnyHashable(try identityMessage(of: task).body)
    }

    /// The same as bytes that are equal in every process, by the request where the delivery says so. nil if requests of
    /// the task have no such bytes: they are no HTTP messages, or have files in their bodies.
    ///
    /// - Throws: ``PackError``, or what the task throws, if it cannot be packed.
    package static func identityBytes<T: NetTask>(of task: T) throws -> Data? {
        let isByParams = T.settings.identity == .params
        let request: any Sendable = isByParams ? try identityMessage(of: task) : try task.pack()
        guard let message = request as? HTTPMessage else { return nil }
        var parts = [message.method.rawValue, message.baseURL ?? "", message.uri, message.query]
        for field in message.headers {
            parts += [field.name.canonicalName, field.value]
        }
        var bytes = Data()
        for part in parts {
            // With its length before it, so that no part can be taken for two.
            bytes.append(Data("\(part.utf8.count):\(part)".utf8))
        }
        guard let body = message.body else { return bytes }
        return body.data.map { bytes + Data("body:".utf8) + $0 }
    }

    private static func identityMessage<T: NetTask>(of task: T) throws -> HTTPMessage {
        try message(task: T.name, method: .post, request: .json, baseURL: nil, uri: "") { packer in
            task.packIdentity(into: &packer)
        }
    }
}
