import NetTaskSystem

extension ParameterPacker {
    /// Returns the request of a task.
    ///
    /// - Parameter type: the type of the task, if the endpoint is that of the type.
    /// - Throws: ``PackError`` if a value that `add` adds cannot be sent, or if a variable changes the structure of the path.
    package static func message(
        task: String,
        _ endpoint: HTTPEndpoint,
        of type: (any HTTPNetTask.Type)? = nil,
        uri: String,
        receivesFile: Bool = false,
        _ add: (inout ParameterPacker) -> Void
    ) throws -> HTTPMessage {
        var packer = ParameterPacker(task: task, method: endpoint.method, encoding: endpoint.encoding)
        add(&packer)
        let body: PackedBody?
        do {
            body = try packer.finish()
        } catch var error {
            // The error of a type of the user may quote the value.
            error.reason = Redaction(secrets: packer.secrets).text(error.reason)
            throw error
        }
        var message = HTTPMessage(
            method: endpoint.method,
            baseURL: endpoint.baseURL,
            uri: uri,
            query: packer.query.text,
            headers: packer.headers.fields,
            contentType: packer.contentType,
            body: body.flatMap { HTTPRequestBody($0) },
            secrets: packer.secrets,
            receivesFile: receivesFile || endpoint.receivesFile
        )
        message.task = type.map { ($0, endpoint) }
        if let (url, isSecret) = packer.followed {
            var followed = FollowedURL(url.absoluteString, isSecret: isSecret)
            followed.isBesideSecrets = !packer.secrets.isEmpty
            message.uri = followed.text
            message.secrets += followed.secrets
            message.followed = followed
        } else {
            try PathSegment.checkVariables(of: uri, template: endpoint.uri, task: task)
        }
        return message
    }

    /// Sets the body to a file; `nil` for no body.
    public mutating func body(_ value: HTTPFile?, contentType: String? = nil) {
        let body: PackedBody? = value.map { file in file.contents.data.map { .data($0) } ?? .file(file) }
        setBody(body, contentType ?? value?.contentType ?? "")
    }
}

extension HTTPFile: PackedFile, ParameterValue {
    public static func write(_ value: HTTPFile, into packer: inout ParameterPacker) { packer.write(file: value) }
}
