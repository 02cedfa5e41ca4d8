import NetTaskTesting
import Testing

@Suite("Seeded random")
struct SeededRandomTests {
    @Test("The numbers of a seed are always those of SplitMix64")
    func numbers() {
        // given
        var random = SeededRandom(seed: 0)
        // then
        #expect(random.next() == 0xE220_A839_7B1D_CDAF)
        #expect(random.next() == 0x6E78_9E6A_A1B9_65F4)
        #expect(random.next() == 0x06C4_5D18_8009_454F)
    }

    @Test("Another seed has other numbers")
    func seeds() {
        var one = SeededRandom(seed: 1)
        var two = SeededRandom(seed: 2)
        #expect(one.next() != two.next())
    }
}
