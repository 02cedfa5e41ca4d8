#if AsyncHTTPClient
    import NetTaskRuntime
#endif
