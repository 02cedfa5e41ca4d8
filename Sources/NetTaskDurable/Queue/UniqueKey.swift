import Foundation
import NetTaskRuntime

/// What tells on disk whether two tasks are the same: a hash, since there may be secrets among what is compared.
enum UniqueKey {
    /// - Parameter payload: the task as it writes itself down; compared where its requests cannot be.
    static func key<T: DurableNetTask>(of task: T, payload: Data) throws -> String {
        let bytes = try ParameterPacker.identityBytes(of: task) ?? canonical(payload)
        return SHA256.hash(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// JSON with its members in order, since equal tasks may be written in several; other bytes as they are.
    private static func canonical(_ payload: Data) -> Data {
        guard let object = try? JSONSerialization.jsonObject(with: payload, options: .fragmentsAllowed) else {
            return payload
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
        return (try? JSONSerialization.data(withJSONObject: object, options: options)) ?? payload
    }
}
