#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    extension URLSessionTask {
        /// Pauses or resumes the transfer. Call it only on the thread on which the session calls its delegate: Foundation
        /// changes the values that this method reads, and calls curl, on that thread only.
        ///
        /// Workaround: While a server sends without a pause, Foundation on Linux serves no other request of the process,
        /// cancels no task, and frees none of the timers that it creates for each piece of a reply. curl can pause a transfer,
        /// even from its callbacks, but Foundation has no API for it, and `suspend()` drops the connection. Therefore this
        /// method finds curl's handle by reflection, which only reads. Remove it once `suspend()` pauses (see HTTP.md).
        ///
        /// - Returns: `false` if the task has ended, if curl is linked statically, or if Foundation stores the handle
        ///   elsewhere.
        func setPaused(_ isPaused: Bool) -> Bool {
            let path = ["_protocolStorage", "existing", "easyHandle", "rawHandle"]
            let value = path.reduce(self as Any?) { value, name in value.flatMap { Self.member(name, of: $0) } }
            guard let pause = Self.pause, let handle = value as? UnsafeMutableRawPointer else { return false }
            return pause(handle, isPaused ? 1 : 0) == 0
        }

        /// `CURLcode curl_easy_pause(CURL *handle, int bitmask)`: bit 0 pauses receiving. The cast gives the symbol exactly
        /// this type.
        private static let pause = dlsym(nil, "curl_easy_pause").map {
            unsafeBitCast($0, to: (@convention(c) (UnsafeMutableRawPointer, Int32) -> Int32).self)
        }

        private static func member(_ name: String, of value: Any) -> Any? {
            var mirror: Mirror? = Mirror(reflecting: value)
            if mirror?.displayStyle == .optional {
                mirror = mirror?.children.first.map { Mirror(reflecting: $0.value) }
            }
            while let current = mirror {
                if let child = current.children.first(where: { $0.label == name }) { return child.value }
                mirror = current.superclassMirror
            }
            return nil
        }
    }
#endif
