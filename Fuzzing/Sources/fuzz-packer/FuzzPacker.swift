import Foundation
public import LibFuzzer
import NetTaskRuntime
import PackedTasks

/// Interprets the bytes as a program that adds params to a packer, and decodes the packed request.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(UnsafeBufferPointer(start: bytes, count: count))
    switch choices.below(4) {
    case 0: check(ProgramTask<Query>(program: Program(from: &choices)))
    case 1: check(ProgramTask<Form>(program: Program(from: &choices)))
    case 2: check(ProgramTask<JSON>(program: Program(from: &choices)))
    default: check(ProgramTask<Multipart>(program: Program(from: &choices)))
    }
    return 0
}

@_cdecl("fuzz_packer_main")
public func main(_ count: CInt, _ arguments: Arguments) -> CInt {
    runFuzzer(count, arguments, fuzz)
}

private func check<Kind>(_ task: ProgramTask<Kind>) {
    let expectation = task.expectation
    do {
        let message = try task.pack()
        require(!expectation.isRefused, "packed what cannot be sent: \(task.program)")
        require(try message == task.pack(), "packed twice, and differently: \(task.program)")
        expectation.check(message)
    } catch let error as PackError {
        require(expectation.isRefused, "\(error): \(task.program)")
    } catch {
        fatalError("\(error)")
    }
}
