package import Foundation
package import NetTaskRuntime

extension HTTPFile.Contents {
    /// The bytes of a file or a field, which programs have in memory only.
    package var bytes: Data {
        guard case .data(let data) = self else { fatalError("\(self) is not in memory") }
        return data
    }
}
