// Apps import this module only.
@_exported public import NetTaskHTTP
@_exported public import NetTaskURLSession
