import NetTaskSpec

extension ClientComparison {
    /// Compares how pages are requested.
    func comparePages(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let subject = subject.part("pages")
        switch (old.pages, new.pages) {
        case (nil, nil): break
        case (nil, _): subject.add([.additive], "it was added: the task can return all pages of its list")
        case (_, nil): subject.add([.callers], "it was removed: the task no longer returns the pages of its list")
        case (let oldPages?, let newPages?):
            if !isSame(oldPages.items.type, newPages.items.type) {
                subject.add([.callers], "the list changed from `\(oldPages.items.type)` to `\(newPages.items.type)`")
            }
            let (oldText, newText) = (oldPages.text(in: old), newPages.text(in: new))
            if oldText != newText { subject.add([.server], "it changed from \(oldText) to \(newText)") }
        }
    }
}

extension Pages {
    /// The text in messages, with names on the wire.
    fileprivate func text(in endpoint: Endpoint) -> String {
        func param(_ name: String) -> String {
            (endpoint.params.first { $0.name.written == name }?.wireName ?? name).quotedForMessage
        }
        func limit(_ name: String?) -> String { name.map { " with \(param($0))" } ?? "" }
        let form =
            switch form {
            case .link: "`Link`"
            case .url(let path): "the URL in \(path.wire.quotedForMessage)"
            case .cursor(let name, let next): "\(param(name)) of \(next.wire.quotedForMessage)"
            case .page(let name, let size): "the page \(param(name))\(limit(size))"
            case .offset(let name, let size): "the offset \(param(name))\(limit(size))"
            }
        let more = more.map { ", while \($0.wire.quotedForMessage)" } ?? ""
        return items.wire.isEmpty ? form + more : "\(form), items in \(items.wire.quotedForMessage)\(more)"
    }
}
