extension HTTPRequestBody {
    /// Writes all of it to a temporary file, for transports that send only files. It goes with the last copy of the value.
    func spooled() async throws -> File {
        let sink = FileSink(destination: nil)
        let reader = makeReader()
        while let data = try await reader.next() {
            try sink.write(data)
            await withCheckedContinuation { continuation in
                sink.whenReady { continuation.resume() }
            }
        }
        return try await sink.close(name: nil, contentType: "application/octet-stream")
    }
}
