import Foundation

/// Where the body of a reply goes that the task accepts. Others always go into memory.
enum HTTPReceiver: Sendable, Hashable {
    case memory
    /// nil for a temporary one.
    case file(URL?)
}
