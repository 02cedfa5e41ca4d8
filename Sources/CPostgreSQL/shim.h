#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#error "NetTaskPostgreSQL needs libpq: `apt-get install libpq-dev` on Debian and Ubuntu, `brew install libpq` on macOS"
#endif

#ifndef LIBPQ_HAS_PIPELINING
#error "NetTaskPostgreSQL needs libpq 14 or later"
#endif
