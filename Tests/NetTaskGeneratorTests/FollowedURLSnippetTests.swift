import Testing

@testable import NetTaskGenerator

@Suite("A param that is the URL of the request: YAML, and the Swift that it becomes")
struct FollowedURLSnippetTests {
    @Test("it is the uri, and the packer follows it")
    func url() throws {
        let swift = try swift(
            for: """
                endpoints:
                  Resume:
                    method: PATCH
                    params: {location: {type: URL, in: url}, offset: {type: Int, in: header, wireName: Upload-Offset}, page: Int?}
                    body: Data
                """
        )
        #expect(
            swift.contains(
                """
                    /// `PATCH {location}`
                    struct Resume: HTTPNetTask {
                        typealias Response = Void

                        static let endpoint: HTTPEndpoint = {
                            API.api.endpoint("API.Resume", .patch, "{location}")
                        }()

                        var location: URL
                        var offset: Int
                        var page: Int?
                        var body: Data

                """
            )
        )
        #expect(
            swift.contains(
                """
                        var uri: String { location.absoluteString }

                        func pack(into packer: inout ParameterPacker) {
                            packer.follow(location)
                            packer.add("Upload-Offset", offset, in: .header)
                            packer.add("page", page, in: .query)
                            packer.body(body)
                        }
                """
            )
        )
    }

    @Test("one that is secret is hidden, and can tell tasks apart")
    func secret() throws {
        let swift = try swift(
            for: "endpoints: {Fetch: {params: {packer: {type: URL, in: url, secret: true}}, unique: [packer]}}"
        )
        #expect(swift.contains("            packer.follow(secret: self.packer)\n"))
        #expect(swift.contains("        var uri: String { packer.absoluteString }\n"))
        #expect(swift.contains("            packer.add(\"packer\", self.packer)\n"))
        #expect(swift.contains("                    \"packer\": RedactedValue(),\n"))
    }
}
