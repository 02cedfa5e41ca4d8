// https://developer.apple.com/documentation/cryptokit: swift-crypto has its API.
@_exported public import Crypto
