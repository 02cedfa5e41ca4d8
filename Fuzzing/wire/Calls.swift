import Foundation
import Imported
import NetTaskRuntime

@main
struct Main {
    static func main() async {
        let driver = Driver(port: CommandLine.arguments[1], baseURL: nil, middleware: [])
        await sendForms(driver)
        await sendPatches(driver)
    }

    static func sendForms(_ driver: Driver) async {
        let items = [
            Payments.CreateCustomerItemsItem(
                price: "a & b",
                quantity: 2,
                discounts: .createCustomerItemsItemDiscountsItemItemList([.init(coupon: "c"), .init(coupon: "d")]),
                taxRates: .stringList(["t", "u"])
            ),
            Payments.CreateCustomerItemsItem(price: "e", discounts: .empty(.empty), taxRates: .empty(.empty)),
        ]
        await driver.send(
            0,
            Payments.CreateCustomer(
                address: .address(.init(city: "Zürich", line1: "Main St [1]")),
                expand: ["a", "b"],
                items: items,
                metadata: .stringMap(["plan b": "x=y", "plan": ""]),
                settings: .init(
                    schedule: .init(delayDays: .int(7)),
                    birthday: .birthday(.init(day: 1, month: 2))
                ),
                taxRates: .stringList(["v"]),
                trialEnd: .now(.now)
            )
        )
        await driver.send(
            1,
            Payments.CreateCustomer(
                address: .empty(.empty),
                items: [.init(price: "e")],
                metadata: .empty(.empty),
                settings: .init(schedule: .init(delayDays: .minimum(.minimum)), birthday: .empty(.empty)),
                taxRates: .empty(.empty),
                trialEnd: .int(1_800_000_000)
            )
        )
        await driver.send(
            2,
            Payments.ListCustomers(created: .range(.init(gte: 5, lt: 9)), expand: ["data.x"], limit: 3)
        )
        await driver.send(3, Payments.ListCustomers(created: .int(5)))
    }

    static func sendPatches(_ driver: Driver) async {
        await driver.send(
            4,
            Cluster.PatchDeployment(
                namespace: "a b",
                name: "web",
                fieldManager: "check",
                body: ["metadata": ["labels": ["tier": nil, "team": "x"]], "spec": ["replicas": 3, "strategy": nil]]
            )
        )
        await driver.send(
            5,
            Cluster.PatchScale(
                name: "web",
                body: .init(spec: .init(replicas: .value(5), paused: .null, strategy: .value(.init(maxSurge: .null))))
            )
        )
    }
}
