// What the runtime uses of Foundation, Dispatch and the C library. On Linux, a server does not link all of Foundation, which
// contains ICU and is larger than all other code.
@_exported public import Dispatch

#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif

#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Android)
    @_exported public import Android
#endif
