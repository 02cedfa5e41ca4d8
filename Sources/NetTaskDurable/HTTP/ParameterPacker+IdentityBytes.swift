package import Foundation
import HTTPTypes
package import NetTaskHTTP

extension ParameterPacker {
    /// Returns bytes that are equal for duplicates in every process: the request of the task, or its params if its settings say
    /// so. `nil` if the task has no such bytes: its body contains a file, or it is not an HTTP task and its identity is neither
    /// data nor text.
    ///
    /// - Throws: ``PackError``, or the error of the task, if it cannot be packed.
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
            // Preceded by its length, so that different parts cannot have equal bytes.
            bytes.append(Data("\(part.utf8.count):\(part)".utf8))
        }
        guard let body = message.body else { return bytes }
        return body.data.map { bytes + Data("body:".utf8) + $0 }
    }
}
