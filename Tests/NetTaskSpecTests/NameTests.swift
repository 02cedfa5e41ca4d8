import Testing

@testable import NetTaskSpec

/// Swift names and what they are on the wire with the separator `_`.
private let table: [(name: String, wireName: String)] = [
    ("title", "title"), ("body", "body"), ("userId", "user_id"), ("userInfo", "user_info"), ("userID", "user_id"),
    ("userIDs", "user_ids"), ("userID2", "user_id2"), ("id", "id"), ("id2", "id2"), ("ID", "id"), ("Id", "id"),
    ("iD", "i_d"), ("URL", "url"), ("URLString", "url_string"), ("URLs", "urls"), ("url", "url"),
    ("urlString", "url_string"), ("aURL", "a_url"), ("aURLString", "a_url_string"), ("myURLString", "my_url_string"),
    ("HTTPServer", "http_server"), ("HTTP2", "http2"), ("HTTP2Server", "http2_server"), ("iOS", "i_os"),
    ("iOSVersion", "i_os_version"), ("eMail", "e_mail"), ("x", "x"), ("X", "x"), ("X1", "x1"), ("aB", "a_b"),
    ("Ab", "ab"), ("AB", "ab"), ("ABc", "a_bc"), ("ABC", "abc"), ("aBC", "a_bc"), ("aBc", "a_bc"), ("abC", "ab_c"),
    ("Title", "title"), ("UserName", "user_name"), ("schoolName", "school_name"),
    ("dictionaryKey1", "dictionary_key1"), ("md5Hash", "md5_hash"), ("MD5Hash", "md5_hash"), ("md5HASH", "md5_hash"),
    ("sha256", "sha256"), ("user_id", "user_id"), ("user_Name", "user_name"), ("User_Name", "user_name"),
    ("_id", "_id"), ("_ID", "_id"), ("__x", "__x"), ("URL_String", "url_string"),
    ("other_parameter", "other_parameter"), ("1A", "1_a"), ("a1B", "a1_b"), ("A1", "a1"), ("A1B", "a1_b"),
    ("pageX1Y2", "page_x1_y2"), ("latLng", "lat_lng"), ("isOK", "is_ok"), ("isOKNow", "is_ok_now"),
    ("x509Cert", "x509_cert"), ("utf8", "utf8"), ("UTF8", "utf8"), ("UTF8String", "utf8_string"), ("JSON", "json"),
    ("json2XML", "json2_xml"), ("toJSONString", "to_json_string"), ("3D", "3_d"),
]

@Test("B12: names are converted as in the table", arguments: table)
func namesAreSeparatedAtWords(_ name: String, _ wireName: String) {
    #expect(NameSeparator.text("_").wireName(for: name) == wireName)
}

@Test("B13: the requested separator is used", arguments: table)
func anySeparatorIsHonoured(_ name: String, _ wireName: String) {
    // given
    let bare = NameSeparator.text("").wireName(for: name)

    // when
    let hyphenated = NameSeparator.text("-").wireName(for: name)

    // then
    #expect(bare == name.lowercased())
    #expect(hyphenated.filter { $0 != "-" && $0 != "_" } == wireName.filter { $0 != "_" })
}

@Test(
    "B13: a hyphen or more",
    arguments: [("userInfo", "user-info"), ("user_Name", "user_name"), ("URLString", "url-string")]
)
func aHyphenSeparates(_ name: String, _ wireName: String) {
    #expect(NameSeparator.text("-").wireName(for: name) == wireName)
}

@Test("B13: with keep, names are unchanged", arguments: table)
func keepKeepsNames(_ name: String, _: String) {
    #expect(NameSeparator.keep.wireName(for: name) == name)
}

@Test func namesBeyondASCIIAreNotTorn() {
    #expect(NameSeparator.default.wireName(for: "größeMaximal") == "größe_maximal")
    #expect(NameSeparator.default.wireName(for: "maxÄnderung") == "max_änderung")
    #expect(NameSeparator.default.wireName(for: "名前Id") == "名前_id")
}

@Test(arguments: [
    ("Location", "location"), ("URLInfo", "urlInfo"), ("URL", "url"), ("HTTP2Server", "http2Server"), ("IDs", "ids"),
    ("X", "x"), ("aB", "aB"), ("MD5Hash", "md5Hash"),
])
func aTypeGivesItsNameToAProperty(_ type: String, _ property: String) {
    #expect(CamelCase.propertyName(forType: type) == property)
}

@Test(arguments: [
    ("in-progress", "inProgress"), ("IN-PROGRESS", "inProgress"), ("In Progress", "inProgress"), ("a/b", "aB"),
    ("user-ID", "userId"), ("größe neu", "größeNeu"), ("x.y.z", "xYZ"),
])
func aValueGivesItsNameToACase(_ value: String, _ name: String) {
    #expect(CamelCase.lowerCamel(value) == name)
}

@Test(arguments: ["", "+1", "-", "2nd", "💥"])
func someValuesGiveNoName(_ value: String) {
    #expect(CamelCase.lowerCamel(value) == nil)
}

@Test(arguments: ["a", "_a", "__", "größe", "名前", "a1", "🐶", "e\u{301}", "class"])
func identifiersOfSwift(_ name: String) {
    #expect(SwiftIdentifier.isValid(name))
}

@Test(arguments: [
    "", "_", "1a", "a b", "a-b", "a.b", "$a", "a`", "a\n", "\u{301}a", "a\u{202E}b", "a\u{200B}b", "\u{FEFF}a",
    "a\u{0}",
    "a\"", "(a)", "a\u{00D7}b", "\u{E000}",
])
func noIdentifiersOfSwift(_ name: String) {
    #expect(!SwiftIdentifier.isValid(name))
}

private let ownNames = TypeReference.ownNames.sorted()

@Test("a shape cannot have a name that types read as the language's own", arguments: ownNames)
func shapesHaveOtherNames(_ name: String) {
    for swiftName in ["", "swiftName: Other, "] {
        // when
        let found = problems("nettask: 1\nclient: A\nshapes:\n  \"\(name)\": {\(swiftName)fields: {a: Int}}\n")

        // then
        #expect(found == ["4:3: a shape cannot have the name `\(name)`, which is a built-in type"])
    }
}

@Test(
    "params, fields and cases can have the names of the language's own types",
    arguments: ownNames.filter { !ReservedNames.fieldMembers.contains($0) }
)
func othersMayHaveTheSameNames(_ name: String) throws {
    // when
    let spec = try read(
        """
        nettask: 1
        client: A
        shapes:
          S: {fields: {"\(name)": {type: String, wireName: a}}}
          Word: {enum: ["\(name)", other]}
        endpoints:
          Get: {uri: "a", params: {"\(name)": {type: Word, wireName: a}}, response: S}
        """
    )

    // then
    #expect(spec.endpoints.first?.params.first?.name.written == name)
    #expect(spec.endpoints.first?.params.first?.type == .shape("Word"))
}

@Test func aClientWithTheNameOfItsModuleIsReported() {
    // given
    let source = SpecReader.Source(
        path: "api.nettask.yaml",
        text: "nettask: 1\nclient: App\nendpoints: {Get: {uri: a}}\nbaseURL: https://a.example\n"
    )

    // then
    #expect(
        SpecReader.read(sources: [source], module: "App").diagnostics.map(\.description) == [
            """
            api.nettask.yaml:2:9: warning: the client `App` has the name of its module, so that \
            `App.…` no longer names other types of the module [client-module-clash]
            client: App
                    ^
            api.nettask.yaml:2:9: note: rename the client, for example to `AppAPI`, or move it to another module
            """
        ]
    )
    #expect(SpecReader.read(sources: [source], module: "app").diagnostics.isEmpty)
    #expect(SpecReader.read(sources: [source]).diagnostics.isEmpty)
}

@Test(arguments: ["isIdempotent", "restore", "enqueueStatement", "canBeNull", "valueIfNotStored"])
func aClientCannotHaveTheNameOfWhatTasksInherit(_ name: String) {
    #expect(
        problems("nettask: 1\nclient: \(name)\nbaseURL: https://a.example\nendpoints: {A: {uri: a}}\n")
            == ["2:9: the name `\(name)` is reserved: Swift or generated code uses it"]
    )
}

@Test func aFieldCannotBeTheHashValueOfItsShape() {
    #expect(
        problems("nettask: 1\nclient: API\nshapes: {A: {fields: {hashValue: Int}}}\n")
            == ["3:23: the name `hashValue` is reserved: every `Hashable` type has a member with this name"]
    )
    #expect(problems("nettask: 1\nclient: API\nshapes: {A: {fields: {b: {type: Int, wireName: hashValue}}}}\n") == [])
}
