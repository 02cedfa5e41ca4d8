#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>

/// Whether allocations can be counted: with glibc, and without a sanitizer, which has an allocator of its own.
bool allocation_counting_is_available(void);

/// Starts to count what the calling thread allocates.
void allocation_counting_begin(void);

/// Stops, and returns how many calls of `malloc`, `calloc`, `realloc` and their like there were.
long allocation_counting_end(void);

/// Returns how many bytes these calls asked for. A block that grows counts whole each time.
long allocation_counting_bytes(void);

#endif
