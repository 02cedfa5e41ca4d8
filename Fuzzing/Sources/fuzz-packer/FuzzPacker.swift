import Foundation
import HTTPTypes
public import LibFuzzer
import NetTaskRuntime

/// Takes the bytes as a program that adds params to a packer, and decodes what was packed.
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
    let expectation = Expectation(of: task.program, method: Kind.method, request: Kind.request)
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

/// A task of any params, in the form in which the generator writes one.
private struct ProgramTask<Kind: RequestKind>: HTTPNetTask {
    typealias Response = Void

    var program: Program

    static var method: HTTPRequest.Method { Kind.method }
    static var request: HTTPRequestType { Kind.request }
    static var uriTemplate: String? { "p/{variable}/q" }

    var uri: String { "p/\(PathSegment(program.variable))/q" }

    func pack(into packer: inout ParameterPacker) {
        program.add(to: &packer)
    }
}

/// What is said by the static members of a task.
private protocol RequestKind: Sendable {
    static var method: HTTPRequest.Method { get }
    static var request: HTTPRequestType { get }
}

private enum Query: RequestKind {
    static var method: HTTPRequest.Method { .get }
    static var request: HTTPRequestType { .form }
}

private enum Form: RequestKind {
    static var method: HTTPRequest.Method { .post }
    static var request: HTTPRequestType { .form }
}

private enum JSON: RequestKind {
    static var method: HTTPRequest.Method { .put }
    static var request: HTTPRequestType { .json }
}

private enum Multipart: RequestKind {
    static var method: HTTPRequest.Method { .patch }
    static var request: HTTPRequestType { .multipart }
}
