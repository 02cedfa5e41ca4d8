// What apps import is one module.
@_exported public import NetTaskHTTP
@_exported public import NetTaskURLSession
