import Testing

@testable import build_cost

@Suite struct OneSpecTests {
    @Test("The client's spec and those that it extends become one, which extends none")
    func merged() {
        let client = """
            # A client.
            nettask: 1
            client: Shop
            extends:
              - shapes.nettask.yaml
              - orders.nettask.yaml
            """
        let orders = """
            nettask: 1
            defaults:
              auth: token

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

                # Comments stay.
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
