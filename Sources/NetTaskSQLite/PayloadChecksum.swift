#if SQLite
    import Foundation
    import NetTaskDurable

    /// FNV-1a with 64 bits, over words of eight bytes. A difference in a single word always changes the sum.
    struct PayloadChecksum {
        private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

        /// Returns the sum over the parts of a row that never change: the payload, and the values that describe how it is read
        /// and sent.
        static func of(_ task: NewTask) -> Int64 {
            var checksum = PayloadChecksum()
            checksum.add(task.kind)
            checksum.add(task.idempotencyKey)
            checksum.add(task.specHash)
            checksum.add(task.codec ?? "")
            task.payload.withUnsafeBytes { checksum.add($0) }
            return Int64(bitPattern: checksum.sum)
        }

        private mutating func add(_ text: String) {
            var text = text
            text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        }

        private mutating func add(_ bytes: UnsafeRawBufferPointer) {
            var place = 0
            while place + 8 <= bytes.count {
                add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
                place += 8
            }
            while place < bytes.count {
                add(UInt64(bytes[place]))
                place += 1
            }
            add(UInt64(bytes.count))
        }

        private mutating func add(_ word: UInt64) {
            sum = (sum ^ word) &* 0x0000_0100_0000_01b3
        }
    }
#endif
