// Generated code for mocks imports only this module.
@_exported public import NetTaskHTTP
