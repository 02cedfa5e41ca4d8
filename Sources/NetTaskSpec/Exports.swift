// What the tools use of Foundation and the C library. On Linux, the tool of the plugins does not link all of Foundation, which
// contains ICU and is larger than all other code. On Apple's systems, Foundation contains the C library.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif

#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#endif
