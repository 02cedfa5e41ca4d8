import Testing

@testable import build_cost

@Suite struct OneSpecTests {
    @Test("The client's spec and those that it includes become one, which includes none")
    func merged() {
        let client = """
            # A client.
            nettask: 1
            client: Shop
            include:
              - shapes.nettask.yaml
              - orders.nettask.yaml
            defaults:
              auth: token
            """
        let orders = """
            nettask: 1

            # Comments stay.
            endpoints:
              PlaceOrder:
                uri: orders

            shapes:
              Line: {fields: {count: Int}}
            """
        let shapes = """
            nettask: 1
            shapes:
              Order: {fields: {id: Int}}
            """
        #expect(
            OneSpec.text(of: [orders, client, shapes]) == """
                nettask: 1
                client: Shop
                defaults:
                  auth: token
                shapes:
                  Line: {fields: {count: Int}}
                  Order: {fields: {id: Int}}
                endpoints:
                  PlaceOrder:
                    uri: orders


                """
        )
    }
}
