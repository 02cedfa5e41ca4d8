import NetTaskSpec

extension ClientComparison {
    /// Compares how the pages of a list are found.
    func comparePages(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let subject = subject.part("pages")
        switch (old.pages, new.pages) {
        case (nil, nil): break
        case (nil, _): subject.add([.additive], "it is new: the task brings all pages of its list")
        case (_, nil): subject.add([.callers], "it is gone: the task does not bring the pages of its list any more")
        case (let oldPages?, let newPages?):
            if !isSame(oldPages.items.type, newPages.items.type) {
                subject.add([.callers], "the list was `\(oldPages.items.type)` and is `\(newPages.items.type)`")
            }
            let (oldText, newText) = (oldPages.text(in: old), newPages.text(in: new))
            if oldText != newText { subject.add([.server], "it was \(oldText) and is \(newText)") }
        }
    }
}

extension Pages {
    /// As a message has it: by what is on the wire.
    fileprivate func text(in endpoint: Endpoint) -> String {
        func param(_ name: String) -> String {
            (endpoint.params.first { $0.name.written == name }?.wireName ?? name).quotedForMessage
        }
        func limit(_ name: String?) -> String { name.map { " with \(param($0))" } ?? "" }
        let form =
            switch form {
            case .link: "by `Link`"
            case .url(let path): "by the URL in \(path.wire.quotedForMessage)"
            case .cursor(let name, let next): "by \(param(name)) of \(next.wire.quotedForMessage)"
            case .page(let name, let size): "by the page \(param(name))\(limit(size))"
            case .offset(let name, let size): "by the offset \(param(name))\(limit(size))"
            }
        let more = more.map { ", while \($0.wire.quotedForMessage)" } ?? ""
        return items.wire.isEmpty ? form + more : "\(form), items in \(items.wire.quotedForMessage)\(more)"
    }
}
