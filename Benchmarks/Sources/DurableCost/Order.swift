import NetTaskDurable
import NetTaskRuntime

/// A typical task of apps, with a few params.
struct Order: ExecutedTask, Codable {
    static let storedForm = StoredForm(kind: "Cost.Order")

    var number: Int
    var item = "Tea, first flush, 250 g"
    var note = "Leave it with the neighbours, please."
}
