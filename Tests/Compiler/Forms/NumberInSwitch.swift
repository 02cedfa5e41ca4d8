import Foundation
import NetTaskRuntime

/// A number outside of `catch`.
enum NumberInSwitch {
    static func text(_ handle: NetTaskHandle<API.Get>) async -> String {
        switch await handle.result {
        case .success(let text): text
        case .failure(.status(404, _)): "none"
        case .failure(let error): "\(error)"
        }
    }
}
