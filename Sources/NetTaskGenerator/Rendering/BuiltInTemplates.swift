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
    {{#oauth2Schemes}}

    /// The OAuth 2 servers of the API.
    {{oauth2Schemes}}
    {{/oauth2Schemes}}
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
{{attributes}}
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
    static let example = ##"""
{{attributes}}
extension {{type}} {
    /// The example in the spec.
    {{declaration}}
}

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
{{#examples}}

{{> example}}
{{/examples}}

"""##
    static let structure = ##"""
{{comment}}
{{attributes}}
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
