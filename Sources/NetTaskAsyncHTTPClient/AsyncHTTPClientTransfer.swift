#if AsyncHTTPClient
    import AsyncHTTPClient
    import HTTPTypes
    import NIOConcurrencyHelpers
    import NIOCore
    import NIOFoundationEssentialsCompat
    import NIOHTTP1
    import NIOHTTPCompression
    import NetTaskHTTP
    import NetTaskSystem

    /// The delegate of one request: forwards the events of the client to the exchange.
    final class AsyncHTTPClientTransfer: HTTPClientResponseDelegate {
        private struct State {
            var task: HTTPClient.Task<Void>?
            /// The event loop on which the client runs the task.
            var eventLoop: (any EventLoop)?
            var upload: AsyncHTTPClientUpload?
            var isOver = false
            /// Whether a part of the request may have been sent.
            var hasBegun = false
            var hasSentAll = false
            /// The number of bytes of the body that were sent.
            var sent: Int64 = 0
            var hasResponse = false
            /// Whether the head of the response shows that no body follows.
            var hasNoBody = false
        }

        private let exchange: HTTPExchange
        private let method: HTTPRequest.Method
        private let mayFollowRedirects: Bool
        private let whenDone: @Sendable ((any Error)?) -> Void
        private let state = NIOLockedValueBox(State())

        /// - Parameters:
        ///   - mayFollowRedirects: whether the configuration of the client is unknown.
        ///   - whenDone: called once, with the error if there is one.
        init(
            _ exchange: HTTPExchange,
            method: HTTPRequest.Method,
            mayFollowRedirects: Bool,
            whenDone: @escaping @Sendable ((any Error)?) -> Void
        ) {
            self.exchange = exchange
            self.method = method
            self.mayFollowRedirects = mayFollowRedirects
            self.whenDone = whenDone
        }

        /// Starts the request.
        func begin(_ execute: () -> HTTPClient.Task<Void>) {
            let task = execute()
            let hasEnded = state.withLockedValue { state in
                if !state.isOver {
                    state.task = task
                }
                return state.isOver
            }
            if hasEnded {
                task.cancel()
            }
            // Not in didFinishRequest and didReceiveError: a client calls neither if it has been shut down, or if it cannot
            // finish the body after the response.
            task.futureResult.whenComplete { result in
                switch result {
                case .success: self.end(nil)
                case .failure(let error): self.end(self.described(error))
                }
            }
        }

        /// Ends the exchange once, and stops the client if it has not ended.
        func end(_ error: (any Error)?) {
            let (isFirst, task, upload) = state.withLockedValue { state in
                defer { (state.isOver, state.task, state.upload) = (true, nil, nil) }
                return (!state.isOver, state.task, state.upload)
            }
            upload?.stop()
            if isFirst { whenDone(error) }
            if error != nil {
                task?.cancel()
            }
        }

        /// Converts an error of the client; `nil` if the error can be ignored.
        private func described(_ error: any Error) -> (any Error)? {
            let (hasBegun, hasNoBody) = state.withLockedValue { ($0.hasBegun, $0.hasNoBody) }
            switch error {
            case let error as NIOHTTPDecompression.ExtraDecompressionError where hasNoBody && error == .truncatedData:
                // The client also tries to decode a body that does not exist.
                return nil
            case is TransportError, is NetTaskTimeoutError, is CancellationError:
                // The exchange threw this error.
                return error
            default:
                return TransportError(asyncHTTPClient: error, hasBegun: hasBegun)
            }
        }

        // MARK: Sending

        /// Sends a body as a whole if it is in memory and at most one piece long, and otherwise in pieces.
        func body(_ body: HTTPRequestBody, on group: any EventLoopGroup) -> HTTPClient.Body {
            if let length = body.length, length <= AsyncHTTPClientUpload.pieceSize, let data = body.data {
                return .byteBuffer(ByteBuffer(data: data))
            }
            return .stream(contentLength: body.length) { writer in
                // The client calls this after it has sent the head.
                let eventLoop = self.state.withLockedValue { $0.eventLoop } ?? group.any()
                return self.upload(body, to: writer, on: eventLoop)
            }
        }

        private func upload(
            _ body: HTTPRequestBody,
            to writer: HTTPClient.Body.StreamWriter,
            on eventLoop: any EventLoop
        ) -> EventLoopFuture<Void> {
            let upload = AsyncHTTPClientUpload(body.makeReader(), to: writer, on: eventLoop)
            let isOver = state.withLockedValue { state in
                if !state.isOver {
                    state.upload = upload
                }
                return state.isOver
            }
            if isOver {
                upload.stop()
            } else {
                upload.start { self.end($0) }
            }
            return upload.done
        }

        func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
            state.withLockedValue { state in
                state.hasBegun = true
                state.eventLoop = task.eventLoop
            }
            exchange.didConnect()
        }

        func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
            let (sent, upload) = state.withLockedValue { state in
                state.sent += Int64(part.readableBytes)
                return (state.sent, state.upload)
            }
            exchange.didSend(sent)
            upload?.didSendPiece()
        }

        func didSendRequest(task: HTTPClient.Task<Void>) {
            state.withLockedValue { $0.hasSentAll = true }
            exchange.didSendRequest()
        }

        // MARK: Receiving

        func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
            guard mayFollowRedirects, (300..<400).contains(head.status.code) else { return }
            // A client that does not follow redirects reports the head before anything else.
            task.eventLoop.execute {
                guard !self.state.withLockedValue({ $0.hasResponse }) else { return }
                self.end(TransportError.followedRedirect)
            }
        }

        func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
            let hasNoBody =
                method == .head || [204, 304].contains(head.status.code)
                || head.headers.first(name: "Content-Length") == "0"
            let isEarly = state.withLockedValue { state in
                (state.hasResponse, state.hasNoBody) = (true, hasNoBody)
                return !state.hasSentAll
            }
            do {
                try exchange.receive(try HTTPResponse(head))
            } catch {
                return task.eventLoop.makeFailedFuture(error)
            }
            guard isEarly, head.status.code >= 300 else { return task.eventLoop.makeSucceededVoidFuture() }
            // The server does not need the rest of the body. The client then stops sending it, and does not report the end of
            // the response if that arrives while it is not waiting. Making the client wait for one turn of the event loop lets
            // it report a complete reply.
            state.withLockedValue { $0.upload }?.reject()
            return task.eventLoop.submit {}
        }

        func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
            do {
                try exchange.receive(Data(sharing: buffer))
            } catch {
                return task.eventLoop.makeFailedFuture(error)
            }
            guard exchange.isFull else { return task.eventLoop.makeSucceededVoidFuture() }
            let promise = task.eventLoop.makePromise(of: Void.self)
            exchange.whenReady { promise.succeed() }
            return promise.futureResult
        }

        func didFinishRequest(task: HTTPClient.Task<Void>) {}
    }

    extension Data {
        /// Shares the bytes of a buffer, or copies them if they are only a small part of the memory that would be kept.
        fileprivate init(sharing buffer: ByteBuffer) {
            let isSmall = buffer.readableBytes < buffer.storageCapacity / 2
            self =
                buffer.getData(
                    at: buffer.readerIndex,
                    length: buffer.readableBytes,
                    byteTransferStrategy: isSmall ? .copy : .noCopy
                ) ?? Data()
        }
    }
#endif
