#include "CAllocationCounter.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

static _Thread_local long allocations;
static _Thread_local long bytes;
static _Thread_local bool is_counting;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(size_t size) {
    if (is_counting) {
        allocations += 1;
        bytes += size;
    }
}

// A program's own definitions go before those of the C library, for all libraries that it loads.

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count(size);
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count(size);
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}

bool allocation_counting_is_available(void) {
    return true;
}

void allocation_counting_begin(void) {
    allocations = 0;
    bytes = 0;
    is_counting = true;
}

long allocation_counting_end(void) {
    is_counting = false;
    return allocations;
}

long allocation_counting_bytes(void) {
    return bytes;
}

#else

bool allocation_counting_is_available(void) {
    return false;
}

void allocation_counting_begin(void) {}

long allocation_counting_end(void) {
    return 0;
}

long allocation_counting_bytes(void) {
    return 0;
}

#endif
