#if AsyncHTTPClient
    import NIOSSL

    /// A certificate of nobody's, for `localhost` and 127.0.0.1, signed by itself and made for these tests.
    enum TestCertificate {
        static func load() throws -> NIOSSLCertificate {
            try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem)
        }

        /// How a server proves to be it.
        static func serverConfiguration(protocols: [String] = []) throws -> TLSConfiguration {
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(try load())],
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
            )
            configuration.applicationProtocols = protocols
            return configuration
        }

        /// How a client comes to trust it.
        static func clientConfiguration() throws -> TLSConfiguration {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates([try load()])
            return configuration
        }

        private static let key = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgor9NOyed5D/QPvvK
            FKSlT31/WsfIDnpHMBnBe1bMdJChRANCAARFE3zRVrx5SJaEUVpeuFKHcaTdu0cW
            zxAnSAcUHEjfgQw1ewCWEqWow+lCOwQl5tHZzbJoOZVkOnfRYCLc7dyE
            -----END PRIVATE KEY-----
            """

        private static let certificate = """
            -----BEGIN CERTIFICATE-----
            MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
            c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
            CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEUTfNFWvHlIloRR
            Wl64UodxpN27RxbPECdIBxQcSN+BDDV7AJYSpajD6UI7BCXm0dnNsmg5lWQ6d9Fg
            Itzt3ISjTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0
            hwR/AAABMB0GA1UdDgQWBBSbRvjqhEfNAO0Nk3nnq+13U6sSxTAKBggqhkjOPQQD
            AgNIADBFAiB5VpYPo/Cc4qYOQhWCBwe6BVbeSU4rTwS+vPKPc6zEiwIhAItM37Hh
            bm/ujz9ePem6BMYtz541SBgAE6/fFJeAYk5l
            -----END CERTIFICATE-----
            """
    }
#endif
