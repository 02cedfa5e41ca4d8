import Foundation

public typealias FuzzTest = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

public typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Runs libFuzzer. SwiftPM renames the `main` of an executable after its module, so that libFuzzer's is not found.
public func runFuzzer(_ count: CInt, _ arguments: Arguments, _ test: FuzzTest) -> CInt {
    var count = count
    var arguments = arguments
    return LLVMFuzzerRunDriver(&count, &arguments, test)
}

@_silgen_name("LLVMFuzzerRunDriver")
private func LLVMFuzzerRunDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<Arguments>,
    _ test: FuzzTest
) -> CInt

/// Ends the process where something does not hold, which libFuzzer notices and keeps the input of.
public func require(_ condition: Bool, _ description: @autoclosure () -> String) {
    if !condition { fatalError(description()) }
}
