import Benchmark

let benchmarks: @Sendable () -> Void = {
    addParsing()
    addWriting()
    addPacking()
    addQueueing()
}
