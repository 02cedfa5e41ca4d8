/// The words that have a meaning of their own somewhere in Swift.
enum SwiftKeywords {
    /// All that the compiler's own list of keywords has: `Keyword` of swift-syntax, for Swift 6.3.
    static let all = """
        Any Protocol Self Sendable Type _BridgeObject _Class _NativeClass _NativeRefCountedObject _PackageDescription
        _RefCountedObject _Trivial _TrivialAtMost _TrivialStride _UnknownLayout __consuming __owned __setter_access
        __shared _backDeploy _borrow _borrowing _compilerInitialized _const _consuming _documentation
        _dynamicReplacement _effects _forward _implements _linear _local _modify _move _mutating _noMetadata
        _opaqueReturnTypeOf _originallyDefinedIn _read _specialize _spi_available _underlyingVersion _version abi
        accesses actor addressWithNativeOwner addressWithOwner any as assignment associatedtype associativity async
        attached autoclosure availability available await backDeployed before block borrow borrowing break canImport
        case catch class compiler consume consuming continue convenience convention copy default defer deinit
        dependsOn deprecated derivative didSet differentiable discard distributed do dynamic each else enum escaping
        exported extension fallthrough false file fileprivate final for forward freestanding func get guard higherThan
        if import in indirect infix init initializes inout internal introduced is isolated kind lazy left let line
        linear lowerThan macro message metadata modify module mutableAddressWithNativeOwner mutableAddressWithOwner
        mutate mutating nil noDerivative noasync noescape none nonisolated nonmutating nonsending objc obsoleted of
        open operator optional override package postfix precedencegroup preconcurrency prefix private protocol public
        read reasync renamed repeat required rethrows retroactive return reverse right safe scoped self sending set
        some specialized spi spiModule static struct subscript super swift switch target then throw throws transpose
        true try typealias unavailable unchecked unowned unsafe unsafeAddress unsafeMutableAddress using var
        visibility weak where while willSet wrt yield
        """.split(whereSeparator: \.isWhitespace).map(String.init)
}
