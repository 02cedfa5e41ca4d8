import Foundation
public import NetTaskHTTP
import NetTaskSystem

extension HTTPFile: StoredObject {
    /// Stores the bytes, the name and the content type. A file on disk is read now, and is in memory after it is restored.
    public func store(into object: inout StoredWriter) {
        object.store("name", name)
        object.store("contentType", contentType)
        do throws(StoringError) {
            let data = try bytes(of: object.fileLength)
            object.fileLength += data.count
            object.store("data", data)
        } catch {
            object.fail(error)
        }
    }

    public init(restoring object: inout JSONReader) throws {
        let name: String? = try object.restore("name")
        let contentType: String = try object.restore("contentType")
        self.init(data: try object.restore("data"), name: name, contentType: contentType)
    }

    /// - Parameter length: the total length of the files that were stored before.
    private func bytes(of length: Int) throws(StoringError) -> Data {
        let limit = StoredWriter.fileLimit
        switch contents {
        case .data(let data):
            guard data.count <= limit - length else { throw .tooLarge(limit: limit) }
            return data
        case .stream:
            throw .stream
        case .url(let url):
            do {
                let file = try RegularFile(reading: url)
                // Reads at most one byte beyond the limit, because the reported size may be wrong.
                var data = Data()
                while case let next = try file.next(upTo: min(limit - length + 1 - data.count, 1 << 18)), !next.isEmpty
                {
                    data += next
                }
                if data.count <= limit - length { return data }
            } catch {
                throw .unreadable(url, reason(of: error))
            }
            throw .tooLarge(limit: limit)
        }
    }
}
