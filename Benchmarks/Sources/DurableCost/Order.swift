import NetTaskDurable
import NetTaskRuntime

/// A task as apps have them: a few params.
struct Order: ExecutedTask, Codable {
    static let storedForm = StoredForm(kind: "Cost.Order")

    var number: Int
    var item = "Tea, first flush, 250 g"
    var note = "Leave it with the neighbours, please."
}
