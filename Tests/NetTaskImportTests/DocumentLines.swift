/// Of the documents that have no text beside them: what each is there for, as lines of its import in their order.
let documentLines = [
    "Documents/alternatives.yaml": #"""
    withSiblings: HolderWithSiblings?
    notThis: String?
    oneOf: {string: String, stringList: [String]}
    oneOf: {int: Int, double: Double, string: String}
    HolderEitherEnum:
    enum: [small, large]
    HolderNullableOne:
    oneOf: {book: Book, film: Film}
    HolderInline:
    oneOf: {byNumber: HolderInlineByNumber, name: HolderInlineName, object: HolderInlineObject}
    choose: closest
    oneOf: {book: Book, string: String}
    Thing:
    oneOf: {book: Book, film: Film, old-film: Film}
    discriminator: kind
    Implied:
    oneOf: {Cat: Cat, Dog: Dog}
    discriminator: type
    Plain:
    oneOf: {film: Film, book: Book}
    Pet:
    oneOf: {Cat: Cat, Dog: Dog}
    discriminator: type
    body: Thing
    response: FindThingResponse  # One of two
    oneOf: {book: Book, film: Film}
    Documents/alternatives.yaml: 83 values, 78 carried over, 5 left out
    values are not validated (3) [not-validated]:
    examples are neither sent nor read (2) [example]:
    """#,
    "Documents/bodies.yaml": #"""
    writtenOn: {type: Date?, format: date}
    PostInline:
    encoding: json
    chapters: "[PostInlineChapter]?"
    description: "Body: What to note."
    body: Note
    PatchNamed:
    body: Note?
    contentType: application/merge-patch+json
    body: JSONValue
    PostForm:
    interests: "[String]?"
    marks: {type: "[Int]?", style: comma}
    PostUpload:
    encoding: multipart
    folder2: {type: String?, wireName: folder, in: query}
    more: "[File]?"
    folder3: {type: String?, wireName: folder}
    pageCount: {type: Int?, wireName: pageCount}
    about: {type: String?, description: "The JSON to send, as text."}
    body: File
    contentType: application/octet-stream
    PutPicture:
    body: File
    contentType: image/png
    body: String
    contentType: text/plain
    PostEither:
    body: Note?
    body: JSONValue
    enum: [red, blue]
    Documents/bodies.yaml: 105 values, 94 carried over, 11 left out
    the type of a part follows from its value (2) [form]:
    a body that is a single JSON value is a `JSONValue` (1) [given-as-is]:
    the param is sent as text (1) [given-as-is]:
    the body is sent unchanged (5) [no-effect]:
    the imported content type has the same values (2) [redundant]:
    """#,
    "Documents/candidate.json": #"""
    description: "Candidate\n\n\uFEFFWith a mark,\uFEFF a control \u0085\u009F, and 😀\n\nVersion 1."
    Error422:
    Model2024:
    AddEventBodyPlace:
    uri: token
    PostTokenRefresh:
    uri: token
    uri: token
    method: OPTIONS
    type: OptionsEventsResponse
    allow: {type: String?, wireName: Allow}
    response: [AddEventBody]  # All
    400: Conflict  # Bad
    409: Conflict  # Clash
    422: Error422  # Wrong
    500: Model2024  # Broken
    encoding: json
    response: AddEventBodyPlace  # Made
    Documents/candidate.json: 44 values, 42 carried over, 2 left out
    baseURL: the URL of the server; add `baseURL: https://…` to the spec that extends the import
    only browsers use this header (2) [no-effect]:
    """#,
    "Documents/duplicate-operation-ids.yaml": #"""
    Documents/duplicate-operation-ids.yaml:10:24: warning: duplicate `operationId` `read` [invalid-document]
    Documents/duplicate-operation-ids.yaml:7:24: note: the first operation with this name
    Read:
    ReadTask:
    ReadTask2:
    Documents/duplicate-operation-ids.yaml: 10 values, 10 carried over, 0 left out
    """#,
    "Documents/files/main.yaml": #"""
    Local:
    author: Author?
    shelf: Local?
    books: "[Book]?"
    again: Whole?
    uri: books/{id}
    response: Book  # A book
    404: Missing  # There is none
    page: String?
    response: [Author]  # All authors
    page: String?
    response: Local  # Here
    404: Missing  # There is none
    Documents/files/main.yaml: 47 values, 47 carried over, 0 left out
    """#,
    "Documents/files/references-main.yaml": #"""
    baseURL: https://machines.example.com
    auth:
    key: {type: apiKey, name: X-Key}
    auth: key
    response: Machine  # The machine
    RemoveMachine:
    description: All machines.
    encoding: multipart
    tags: {type: "[String]?", style: comma}
    response:  # It is there.
    xRate: {type: Int?, wireName: X-Rate}
    description: All machines.
    response: [Machine]  # All
    Documents/files/references-main.yaml: 55 values, 52 carried over, 3 left out
    a key beside the reference replaces it (3) [redundant]:
    """#,
    "Documents/names.yaml": #"""
    client: N42Names
    42 Names: an API — 名前!
    selfValue: {type: String?, wireName: Self}
    underscore: {type: String?, wireName: _}
    underscoreUnderscore: {type: String?, wireName: __}
    userID: {type: String?, wireName: userID}
    userId: String?
    id: {type: String?, wireName: "@id"}
    hashValueValue: {type: Int?, wireName: hashValue}
    StringModel:
    DataModel:
    ErrorModel:
    Task:
    Result:
    "true": "true"
    OptionalModel:
    ADottedNameV1:
    Größe名前:
    uri: gr%C3%B6%C3%9Fe/{名前}
    n1st: {type: String?, wireName: "1st"}
    top: {type: String?, wireName: $top}
    plus1: {type: Int?, wireName: "+1"}
    minus1: {type: Int?, wireName: "-1"}
    uriValue: {type: String?, wireName: uri}
    packValue: {type: String?, wireName: pack}
    itSQuotedHere: {type: String?, wireName: it's "quoted" \(here)}
    GetNoOperationIdByAnd:
    PostNoOperationIdByAnd:
    PetsListTask:
    PetTask:
    Documents/names.yaml: 127 values, 127 carried over, 0 left out
    """#,
    "Documents/no-server.yaml": #"""
    Ping:
    Documents/no-server.yaml: 5 values, 5 carried over, 0 left out
    baseURL: the URL of the server; add `baseURL: https://…` to the spec that extends the import
    """#,
    "Documents/params.yaml": #"""
    baseURL: https://params.example.com/v1
    book: {type: Int64, description: The number of the book.}
    verbose: {type: GetBookOnShelfVerbose?, description: Of the operation}
    xTraceId: {type: UUID?, wireName: X-Trace-Id, in: header, description: For the logs.}
    xCount: {type: Int, wireName: X-Count, in: header}
    session: {type: String?, in: cookie}
    verbose: {type: Bool?, description: Of the path}
    exploded: [String]
    joined: {type: "[Int]?", style: comma}
    spaced: {type: "[String]?", style: space}
    piped: {type: "[String]?", style: pipe}
    odd: {type: "[String]?", wireName: "odd[]"}
    filter: {type: ListStylesFilter?, style: brackets}
    width: Int?
    xList: {type: "[Int]?", wireName: X-List, in: header, style: comma}
    crumbs: {type: "[String]?", in: cookie, style: comma}
    uri: styles/.{labels}/;matrix={matrix}/{several}
    labels: String
    several: {type: String, description: "The value to send, as text, which is escaped where necessary."}
    limit: {type: Int?, minimum: 1, maximum: 100, description: "Default: `20`."}
    sort: {type: ListDefaultsSort?, description: "Default: `up`."}
    since: Date?
    day: {type: Date?, format: date, description: "Default: `2026-01-31`."}
    all: {type: Bool, description: "Default: `false`."}
    ratio: {type: Double?, description: "Default: `0.5`."}
    tags: {type: "[String]?", description: "Default: `[]`."}
    page: {type: Int?, deprecated: true, description: Use `cursor`.}
    raw: String?
    where: {type: String?, description: "The JSON to send, as text."}
    enum: [none, all]
    ListStylesFilter:
    Documents/params.yaml: 172 values, 159 carried over, 13 left out
    the param is sent as text (5) [given-as-is]:
    reserved characters are always escaped (1) [always-escaped]:
    OpenAPI describes this header with other keys (4) [no-effect]:
    an empty value can always be sent (1) [no-effect]:
    it has no effect here (1) [no-effect]:
    each field of its object is a separate param (1) [documentation]:
    """#,
    "Documents/relative-server.json": #"""
    Documents/relative-server.json:4:23: warning: the server `/api/v1` is relative; add `baseURL` to the spec that extends the import [invalid-document]
    uri: /
    uri: a%20b/{c}/
    Documents/relative-server.json: 12 values, 11 carried over, 1 left out
    baseURL: the URL of the server; add `baseURL: https://…` to the spec that extends the import
    a base URL must be absolute (1) [invalid-document]:
    """#,
    "Documents/replies.yaml": #"""
    # In Package.swift, the target needs:
    #     .product(name: "NetTaskRuntime", package: "NetTask"),
    #     .product(name: "NetTaskStreams", package: "NetTask"),
    201:  # Placed
    location: {type: String, wireName: Location}
    xRemaining: {type: Int?, wireName: X-Remaining, description: How many are left.}
    202: PlaceOrderAcceptedResponse  # Later
    204: none  # Nothing to do
    404: Problem  # There is none
    4xx: Problem  # Refused
    default: String  # Anything else
    response: Order  # There it is
    304: none  # As it was
    5xx: Problem  # Broken
    # 404: It is not
    response:  # All of them
    type: [Order]
    link: {type: String?, wireName: Link}
    xTags: {type: "[String]?", wireName: X-Tags}
    # pages: {next: Link}
    # It assumes that each page but the last has a `Link` of `rel="next"`.
    # To verify it, compare the number of items of all pages with the number of items on the server.
    response: String  # Text
    response: JSONValue  # A JSON text
    response: Data  # Bytes
    response: Data  # A picture
    response: {events: String}  # As they come
    ReadAnything:
    response: "[String: Int]"  # By name
    response: Order  # All there is
    default: Order  # All there is
    ReadMoved:
    # 302: Elsewhere
    Documents/replies.yaml: 101 values, 77 carried over, 24 left out
    a reply that is a single JSON string is returned as `JSONValue` (1) [given-as-is]:
    the reply is text or bytes (6) [no-effect]:
    replies with this status are not read (1) [not-read]:
    this format has no type of its own, so the value is a plain string (1) [format]:
    examples are neither sent nor read (15) [example]:
    """#,
    "Documents/schemas.yaml": #"""
    All there is
    And a second paragraph with `code` and */ in it.
    moment: Date?
    day: {type: Date?, format: date}
    id: UUID?
    bytes: Data?
    raw: String?
    password: {type: String?, secret: true}
    small: Int32?
    float: Float?
    double: Double?
    free: "[String: JSONValue]?"
    lists: "[[Int]]?"
    anything: JSONValue?
    nullableText: {type: String?, nullable: true}
    mustBeNullOrText: {type: String, nullable: true}
    nullableColor: {type: EverythingNullableColor?, nullable: true}
    nullableShape: {type: Tree?, nullable: true}
    withDefault: {type: Int?, description: "Default: `3`."}
    textDefault: {type: String?, description: "Default: `a \"b\"`."}
    flagDefault: {type: Bool?, description: "Default: `true`."}
    listDefault: {type: "[String]?", description: "Default: `[]`."}
    colorDefault: {type: Color?, description: "Default: `blue`."}
    readOnly: {type: String?, only: response}
    writeOnly: {type: String?, only: request}
    old: {type: String?, deprecated: true, description: Use `text`.}
    mixed: JSONValue?
    counts: "[String: Int]?"
    moments: "[Date]?"
    branches: "[Tree]?"
    enum: [red, green, blue]
    enum: {n1: 1, n2: 2, n3: 3}
    plus1: "+1"
    minus1: "-1"
    empty: ""
    a2: a
    n1st: "1st"
    é: é
    value: 👍
    Composed:
    extra: String
    note: String
    Unused:
    nobody: String?
    Documents/schemas.yaml: 168 values, 156 carried over, 12 left out
    this format has no type of its own, so the value is a plain string (4) [format]:
    only strings and whole numbers can be cases (3) [approximated]:
    no endpoint uses it (2) [unreferenced]
    the type already includes null (1) [redundant]:
    examples are neither sent nor read (1) [example]:
    """#,
    "Documents/security.yaml": #"""
    Documents/security.yaml:26:50: warning: none of these alternatives of `security` can be imported; `token` is sent [unsupported-part]
    auth:
    Of the user.
    Format of the token: JWT.
    login: basic
    headerKey: {type: apiKey, name: X-Key}
    queryKey: {type: apiKey, in: query, name: key}
    cookieKey: {type: apiKey, in: cookie, name: sid}
    oauth:
    type: oauth2
    clientCredentials: {tokenURL: https://security.example.com/token, scopes: {books:read: Reads books}}
    openId: {type: oauth2, discoveryURL: https://security.example.com/.well-known/openid-configuration}
    auth: token
    ReadOpenly:
    auth: none
    auth: {anyOf: [token, none]}
    auth: [token, headerKey]
    auth: {anyOf: [login, queryKey]}
    auth: cookieKey
    auth: queryKey
    auth: oauth
    scopes: books:read
    auth: openId
    ReadWithDigest:
    NetTask does not support this kind of authentication (3) [authentication]:
    """#,
    "Documents/servers.yaml": #"""
    baseURL:
    production: https://eu.example.com:443/v2
    staging: https://staging.example.com/v2
    localhost: http://localhost:8080
    uri: https://files.example.com/there-first/there
    uri: https://uploads.example.com/there
    Documents/servers.yaml: 22 values, 18 carried over, 4 left out
    a base URL has only one value; to change it, configure the queue (2) [no-effect]:
    the operation has its own server (1) [address]:
    a base URL has no variables (1) [documentation]:
    """#,
]
