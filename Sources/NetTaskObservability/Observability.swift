#if Observability
    import NetTaskRuntime
#endif
