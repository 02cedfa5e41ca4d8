import CAllocationCounter
import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

/// The number of allocations in `body`. Its result is released afterward.
private func allocations<Result>(_ body: () throws -> Result) rethrows -> Int {
    // One-time allocations, such as metadata, are not counted.
    _ = try body()
    allocation_counting_begin()
    let result = try body()
    let count = allocation_counting_end()
    withExtendedLifetime(result) {}
    return count
}

@Suite("Allocations", .enabled(if: allocation_counting_is_available()))
struct AllocationTests {
    @Test("the counter counts the allocations of a value")
    func counter() {
        #expect(allocations { [UInt8](repeating: 0, count: 100) } == 1)
        #expect(allocations { ([UInt8](repeating: 0, count: 100), [UInt8](repeating: 1, count: 10)) } == 2)
        #expect(allocations { 5 } == 0)
    }

    // One allocation is the list of the pieces of a body.

    @Test("a query of eight params is packed with two allocations at most")
    func query() throws {
        // given
        let task = Search<Query>()
        // then
        #expect(try allocations { try task.pack() } <= 2)
    }

    @Test("a form of eight params is packed with three allocations at most")
    func form() throws {
        // given
        let task = Search<Form>()
        // then
        #expect(try allocations { try task.pack() } <= 3)
    }

    @Test("one more allocation is noticed")
    func plantedAllocation() throws {
        // given
        let task = Search<Query>(isPlanted: true)
        // then
        #expect(try allocations { try task.pack() } == 3)
    }
}

private protocol Place { static var endpoint: HTTPEndpoint { get } }
private enum Query: Place { static let endpoint = api.endpoint("Search", .get, "api/v2/search/repositories") }
private enum Form: Place { static let endpoint = api.endpoint("Search", .post, "api/v2/search/repositories") }

private let api = HTTPAPI(baseURL: "https://api.test")

/// As in generated code.
private struct Search<Where: Place>: HTTPNetTask {
    typealias Response = Void
    var text = "a & b, with what has to be escaped: äöü"
    var page = 3
    var perPage: UInt8? = 50
    var isOpen = true
    var ratio = 0.1 + 0.2
    var sort: String? = "newest first, then by name"
    var since = Date(timeIntervalSince1970: 1_795_244_400.125)
    var tags = ["one", "two"]
    var isPlanted = false

    static var endpoint: HTTPEndpoint { Where.endpoint }

    func pack(into packer: inout ParameterPacker) {
        packer.add("text", text)
        packer.add("page", page)
        packer.add("per_page", perPage)
        packer.add("is_open", isOpen)
        packer.add("ratio", ratio)
        packer.add("sort", sort)
        packer.add("since", since, format: .iso8601)
        packer.add("tags", tags, style: .comma)
        if isPlanted {
            packer.add("planted", [page])
        }
    }
}
