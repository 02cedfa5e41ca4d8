// Written by Scripts/embed-files from the folder Templates. Edit its files, not this one.
// swift-format-ignore-file

enum BuiltInTemplates {
    static let client = ##"""
{{comment}}
{{access}}enum {{name}} {
    {{#hasEnvironments}}
    /// The base URL of each environment. Tasks use the first one, unless their queue has a base URL of its own.
    {{access}}enum Environment: String, CaseIterable, Sendable {
        {{#environments}}
        case {{name}} = {{url.literal}}
        {{/environments}}
    }

    {{/hasEnvironments}}
    {{#api}}
    {{access}}nonisolated static let api: HTTPAPI = makeAPI()

    private nonisolated static func makeAPI() -> HTTPAPI {
        {{api}}
    }
    {{/api}}
    {{#authentication}}

    {{authenticationComment}}
    {{authentication}}
    {{/authentication}}
    {{#groups}}

    {{comment}}
    {{access}}enum {{name}} {}
    {{/groups}}
    {{#durableTasks}}

    {{durableTasks}}
    {{/durableTasks}}
}

"""##
    static let enumeration = ##"""
{{comment}}
{{access}}{{keyword}} {{name}}: {{conformances}} {
    {{#cases}}
    {{comment}}
    case {{name}}{{#payload}}({{payload}}){{/payload}}{{#rawValue}} = {{rawValue}}{{/rawValue}}
    {{/cases}}
    {{#functions}}

    {{.}}
    {{/functions}}
    {{#structures}}

    {{> structure}}
    {{/structures}}
}

"""##
    static let examples = ##"""
// {{mark}}
// swift-format-ignore-file
// swiftlint:disable all

import Foundation
import NetTaskHTTP
{{#examples}}

{{attributes}}
extension {{type}} {
    /// An example, as the spec has it.
    {{declaration}}
}
{{/examples}}

"""##
    static let file = ##"""
// {{mark}}
// swift-format-ignore-file
// swiftlint:disable all
{{#imports}}

{{imports}}
{{/imports}}
{{#client}}

{{> client}}
{{/client}}
{{#shapes}}
{{#structure}}

extension {{namespace}} {
    {{> structure}}
}
{{/structure}}
{{#enumeration}}

extension {{namespace}} {
    {{> enumeration}}
}
{{/enumeration}}
{{/shapes}}
{{#tasks}}

extension {{namespace}} {
    {{> task}}
}
{{/tasks}}

"""##
    static let firstTest = ##"""
// {{mark}}

import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing
import {{name}}

@Suite({{name.literal}})
struct FirstTests {
    {{#example}}
    @Test("a task is sent once, and fails as it is answered")
    func sends() async throws {
        let mock = HTTPMockHandler()
        mock.on({{type}}.self) { _, _ in .status(400) }
        let queue = HTTPNetTaskQueue(handler: mock)
        {{task}}

        await #expect(throws: (any Error).self) {
            _ = try await queue.run(task, .retry(RetryPolicy(maxRetryCount: 0)))
        }
        #expect(mock.calls(of: {{type}}.self).count == 1)
    }
    {{/example}}
    {{^example}}
    @Test("it compiles") func compiles() {}
    {{/example}}
}

"""##
    static let gitignore = ##"""
# {{mark}}
.build/
.swiftpm/
.DS_Store

"""##
    static let manifest = ##"""
// swift-tools-version: 6.1
// {{mark}}

import PackageDescription

let package = Package(
    name: {{name.literal}},
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: {{name.literal}}, targets: [{{name.literal}}])
    ],
    dependencies: [
        {{dependency}}
    ],
    targets: [
        .target(
            name: {{name.literal}},
            dependencies: [
                {{#isDurable}}
                .product(name: "NetTaskDurable", package: {{packageName}}),
                {{/isDurable}}
                .product(name: "NetTaskRuntime", package: {{packageName}}),
                {{#usesStreams}}
                .product(name: "NetTaskStreams", package: {{packageName}}),
                {{/usesStreams}}
                {{#hasWebhooks}}
                .product(name: "NetTaskWebhooks", package: {{packageName}}),
                {{/hasWebhooks}}
            ]
        ),
        .testTarget(
            name: "{{name}}Tests",
            dependencies: [
                {{name.literal}},
                .product(name: "NetTaskRuntime", package: {{packageName}}),
                .product(name: "NetTaskTesting", package: {{packageName}}),
            ]
        ),
    ]
)

"""##
    static let readme = ##"""
<!-- {{mark}} -->

# {{name}}

{{#descriptions}}
{{.}}

{{/descriptions}}
A client made by NetTask from a description of its endpoints, as plain Swift.

{{#example}}
```swift
import Foundation
import NetTaskRuntime
import {{name}}

let queue = HTTPNetTaskQueue({{#lacksBaseURL}}baseURL: "https://example.com"{{/lacksBaseURL}})
{{task}}
{{#hasResponse}}let response = {{/hasResponse}}try await queue.run(task)
```

{{/example}}
`swift test` sends nothing over the network: tests are answered by `NetTaskTesting`.

{{#path}}
`Package.swift` takes NetTask from the folder `{{path}}`. To publish this package, generate it again with `--nettask-url` and
`--nettask-from`, the address and version of a NetTask that others can fetch.
{{/path}}
{{^path}}
`Package.swift` takes NetTask from a repository; its version is what this client was generated for.
{{/path}}

`nettask generate --package {{name}}` makes all of this anew. A file whose mark, the line with "Generated by nettask", is removed is
left as it is.

"""##
    static let starter = ##"""
# Each endpoint of an API, once. `nettask generate` makes a Swift type of each.
nettask: 1

# The Swift namespace of all that is generated, and where the API lives.
client: MyAPI
baseURL: https://jsonplaceholder.typicode.com
access: public                  # public, package or internal (default)

# What every endpoint inherits.
defaults:
  separator: keep               # userId is userId on the wire; underscore, the default, makes it user_id
  timeout: 30s                  # for one attempt
  conformances: [Hashable]      # of shapes, so that `==` compares what comes back; leave it out of a large client
  retry: {maxRetryCount: 3, interval: 500ms, backoff: exponential, maxInterval: 20s}

# Types that travel in replies and requests.
shapes:
  Post:
    fields:
      id: Int
      userId: Int
      title: String
      body: String?             # may be missing, or null
  Order: {enum: [asc, desc]}

# One task type for each. Params named in the uri go into the path; those of GET, HEAD and DELETE into the query; the
# rest into the body.
endpoints:
  ListPosts:
    uri: posts
    params:
      userId: Int?
      order: {type: Order, default: desc, wireName: _order}  # an exact name on the wire
    response: [Post]

  GetPost:
    uri: posts/{id}
    params: {id: Int}
    response: Post

  CreatePost:
    description: Creates a post.
    method: POST
    uri: posts
    encoding: json              # form (default), json or multipart
    params:
      title: String
      body: String?
      userId: Int
    response: Post

  DeletePost:
    method: DELETE
    uri: posts/{id}
    params: {id: Int}           # no `response:` means that the reply's body does not matter


"""##
    static let structure = ##"""
{{comment}}
{{access}}struct {{name}}: {{conformances}} {
    {{#properties}}
    {{comment}}
    {{keyword}} {{name}}: {{type}}
    {{/properties}}

    {{initializer}}
    {{#isRead}}

    {{access}}init(from object: inout JSONReader{{#readsReply}}, of reply: HTTPReply{{/readsReply}}) throws {
        {{reads}}
    }
    {{/isRead}}
    {{#isSent}}

    {{access}}func pack(into packer: inout ParameterPacker) {
        {{packs}}
    }
    {{/isSent}}
    {{#functions}}

    {{.}}
    {{/functions}}
    {{#mirror}}

    {{access}}var customMirror: Mirror {
        Mirror(
            self,
            children: [
                {{mirror}}
            ],
            displayStyle: .struct
        )
    }
    {{/mirror}}
}

"""##
    static let task = ##"""
{{comment}}
{{attributes}}
{{access}}struct {{name}}: {{conformances}} {
    {{#typealiases}}
    {{typealiases}}

    {{/typealiases}}
    {{#nestedTypes}}
    {{#structure}}
    {{> structure}}

    {{/structure}}
    {{#enumeration}}
    {{> enumeration}}

    {{/enumeration}}
    {{/nestedTypes}}
    {{access}}static let endpoint: HTTPEndpoint = {
        {{endpoint}}
    }()
    {{#hasProperties}}

    {{#properties}}
    {{comment}}
    {{keyword}} {{name}}: {{type}}
    {{/properties}}
    {{/hasProperties}}

    {{initializer}}
    {{#durability}}

    {{durability}}
    {{/durability}}
    {{#uri}}

    {{access}}var uri: String { {{uri}} }
    {{/uri}}
    {{#packs}}

    {{access}}func pack(into packer: inout ParameterPacker) {
        {{packs}}
    }
    {{/packs}}
    {{#identityPacks}}

    {{access}}func packIdentity(into packer: inout ParameterPacker) {
        {{identityPacks}}
    }
    {{/identityPacks}}
    {{#parse}}

    {{access}}func parse(_ reply: HTTPReply) throws -> Response {
        {{parse}}
    }
    {{/parse}}
    {{#failureReads}}

    {{access}}static func failure(in reply: HTTPReply) throws -> Failure? {
        {{failureReads}}
    }
    {{/failureReads}}
    {{#functions}}

    {{.}}
    {{/functions}}
    {{#mirror}}

    {{access}}var customMirror: Mirror {
        Mirror(
            self,
            children: [
                {{mirror}}
            ],
            displayStyle: .struct
        )
    }
    {{/mirror}}
}

"""##
}
