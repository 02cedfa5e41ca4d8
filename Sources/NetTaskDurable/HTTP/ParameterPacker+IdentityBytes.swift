package import Foundation
import HTTPTypes
package import NetTaskHTTP

extension ParameterPacker {
    /// What tells a task from others of its type, as bytes that are equal in every process: its request, or its params where
    /// the delivery says so. nil if the task has no such bytes: its request has a file in its body, or it is no HTTP task,
    /// and has no identity of bytes or text.
    ///
    /// - Throws: ``PackError``, or what the task throws, if it cannot be packed.
    package static func identityBytes<T: NetTask>(of task: T) throws -> Data? {
        let isByParams = T.settings.identity == .params
        guard let httpTask = task as? any HTTPNetTask else {
            let identity = isByParams ? try T.identity(of: task)?.base : nil
            return identity as? Data ?? (identity as? String).map { Data($0.utf8) }
        }
        let message = isByParams ? try identityMessage(of: httpTask) : try httpTask.pack()
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
}
