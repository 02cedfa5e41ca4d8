#if AsyncHTTPClient
    import AsyncHTTPClient
    import HTTPTypes
    import NIOHTTP1
    import NetTaskHTTP

    extension HTTPClient.Request {
        /// - Throws: `TransportError` of the kind `invalidRequest` if the client cannot send the request.
        init(_ request: HTTPRequest, body: HTTPClient.Body?) throws(TransportError) {
            var headers = HTTPHeaders()
            headers.reserveCapacity(request.headerFields.count + 3)
            for field in request.headerFields {
                headers.add(name: field.name.rawName, value: field.value)
            }
            do {
                try self.init(
                    url: "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")",
                    method: HTTPMethod(rawValue: request.method.rawValue),
                    headers: headers,
                    body: body
                )
            } catch {
                throw TransportError(asyncHTTPClient: error, hasBegun: false)
            }
        }
    }

    extension HTTPResponse {
        /// - Throws: `TransportError` of the kind `malformedReply` if the status is invalid.
        init(_ head: HTTPResponseHead) throws(TransportError) {
            let status = try Status(received: Int(head.status.code))
            var fields = HTTPFields()
            fields.reserveCapacity(head.headers.count)
            for (name, value) in head.headers {
                if let name = HTTPField.Name(name) {
                    fields.append(HTTPField(name: name, value: value))
                }
            }
            self.init(status: status, headerFields: fields)
        }
    }
#endif
