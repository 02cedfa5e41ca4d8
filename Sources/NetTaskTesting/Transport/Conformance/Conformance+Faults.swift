import Foundation
import HTTPTypes
import NetTaskHTTP

extension HTTPTransportConformance {
    /// Each fault, and a request after it.
    static let faults: [Case] = HTTPFault.allCases.flatMap { fault in
        [faultCase(fault, isStream: false), faultCase(fault, isStream: true)]
    }

    /// - Parameter isStream: whether the reply is read as it arrives.
    private static func faultCase(_ fault: HTTPFault, isStream: Bool) -> Case {
        let kind = isStream ? " of a stream" : ""
        return Case(
            "After \"\(fault)\"\(kind) it ends as expected, and the next request succeeds",
            allowances: fault.allowances
        ) { ground in
            if fault == .closedInHead, ground.allows(.headersCutOff) { return }
            if fault == .refused {
                await ground.refuse()
            } else {
                ground.answer { request in request.head.path == "/next" ? .status(.ok, "next") : .fault(fault) }
            }
            var message = HTTPMessage(uri: "fault")
            if isStream { message.receiver = StreamRecorder(limit: fault.configuration.maxReplySize) }
            let outcome = await ground.outcome(of: message, fault.configuration)
            var expected = fault.outcomes(allowing: ground.allowed)
            // The declared length of a stream is ignored; only its bytes count.
            if isStream, fault == .hugeLength { expected.insert(.timeout(.idle)) }
            try ground.expect(expected.contains(outcome), "it ended with \(outcome) instead of \(expected)")
            guard fault != .refused else { return }
            if fault.lasts {
                try await ground.waitForClosing()
            }
            let reply = try await ground.send(HTTPMessage(uri: "next"))
            try ground.expect(String(decoding: reply.body, as: UTF8.self), "next", "the next reply")
        }
    }
}

extension HTTPFault {
    /// The limits for the case: the limits that it exceeds are low, and the others are off.
    var configuration: HTTPConfiguration {
        let limit = Duration.milliseconds(100)
        let timeouts =
            switch self {
            case .silence, .stalledHead, .endlessInformation: HTTPTimeouts(connect: nil, firstByte: limit, idle: nil)
            case .stalledBody, .hugeLength: HTTPTimeouts(connect: nil, firstByte: nil, idle: limit)
            default: HTTPTimeouts()
            }
        // Each chunk takes a transport as long as a large one.
        let size = self == .endlessTinyChunks ? 50_000 : 1_000_000
        return HTTPConfiguration {
            $0.timeouts = timeouts
            $0.maxReplySize = size
        }
    }

    /// The possible ends of the exchange.
    func outcomes(allowing allowed: Set<HTTPTransportConformance.Allowance>) -> Set<ConformanceOutcome> {
        var outcomes = self.outcomes
        if allowances.contains(.malformedReplies), allowed.contains(.malformedReplies) {
            outcomes.insert(.transport(.connectionLost))
        }
        if allowances.contains(.largeHeads), allowed.contains(.largeHeads) {
            outcomes.formUnion([.transport(.connectionLost), .transport(.malformedReply)])
        }
        if allowances.contains(.truncatedBodies), allowed.contains(.truncatedBodies) {
            outcomes.insert(.reply(200))
        }
        return outcomes
    }

    private var outcomes: Set<ConformanceOutcome> {
        switch self {
        case .refused: [.transport(.cannotConnect)]
        case .resetBeforeHead, .resetInHead, .resetAfterHead, .resetInBody, .closedBeforeHead, .closedInHead,
            .closedInBody,
            .closedInChunks:
            [.transport(.connectionLost)]
        case .notHTTP, .brokenHeader, .brokenStatus, .lowStatus, .brokenChunk, .hugeChunk, .twoLengths,
            .lengthAndChunks,
            .lengthBeyondNumbers, .brokenGzip, .truncatedGzip, .unknownEncoding:
            [.transport(.malformedReply)]
        case .lengthTooShort: [.reply(200), .transport(.malformedReply)]
        case .tooManyHeaders, .endlessHead, .hugeLength, .hugeBody, .endlessBody, .endlessTinyChunks, .gzipBomb:
            [.transport(.replyTooLarge)]
        case .redirectLoop, .redirectToPort: [.transport(.redirect)]
        case .silence, .stalledHead, .endlessInformation: [.timeout(.firstByte)]
        case .stalledBody: [.timeout(.idle)]
        }
    }

    var allowances: Set<HTTPTransportConformance.Allowance> {
        switch self {
        case .closedInHead: [.headersCutOff]
        case .notHTTP, .brokenHeader, .brokenStatus, .lowStatus, .brokenChunk, .hugeChunk, .brokenGzip:
            [.malformedReplies]
        case .truncatedGzip: [.truncatedBodies]
        case .tooManyHeaders, .endlessHead: [.largeHeads]
        default: []
        }
    }

    /// Whether the server waits until the client closes the connection.
    var lasts: Bool {
        switch self {
        case .endlessHead, .hugeLength, .hugeBody, .endlessBody, .endlessTinyChunks, .silence, .endlessInformation,
            .stalledHead, .stalledBody:
            true
        default: false
        }
    }
}
