/* Reading of table files without the GIL: unaligned little- and big-endian words, positioned reads, published flags. */
#ifndef RATSU_TABLE_IO_H
#define RATSU_TABLE_IO_H

#include <stdint.h>
#include <string.h>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <unistd.h>
#endif

static inline uint16_t load_u16(const unsigned char *bytes) {
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static inline uint32_t load_u32(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint64_t load_bits(const unsigned char *bytes) {
    uint64_t word;
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&word, bytes, 8);
    return __builtin_bswap64(word);
#else
    word = 0;
    for (int i = 0; i < 8; i++) word = word << 8 | bytes[i];
    return word;
#endif
}

/* A set of squares seen from the other side: ranks in reverse. */
static inline uint64_t turned(uint64_t squares) {
#if defined(__GNUC__)
    return __builtin_bswap64(squares);
#else
    uint64_t result = 0;
    for (int i = 0; i < 8; i++) result = result << 8 | (squares >> (8 * i) & 0xFF);
    return result;
#endif
}

/* Reads exactly `length` bytes at `offset`; 0 if the file has become shorter or cannot be read. Never moves the file position.
   `file`: a descriptor; on Windows a handle, since each C runtime there has descriptors of its own. */
static inline int read_at(int file, unsigned char *buffer, unsigned length, uint64_t offset) {
#ifdef _WIN32
    OVERLAPPED place = {0};
    DWORD count = 0;
    place.Offset = (DWORD)offset;
    place.OffsetHigh = (DWORD)(offset >> 32);
    return ReadFile((HANDLE)(intptr_t)file, buffer, length, &count, &place) && count == length;
#else
    unsigned done = 0;
    while (done < length) {
        ssize_t count = pread(file, buffer + done, length - done, (off_t)(offset + done));
        if (count <= 0) return 0;
        done += (unsigned)count;
    }
    return 1;
#endif
}

/* A table is filled in by one thread and then published to the others by its state. */
#ifdef _MSC_VER
#define load_state(address) (*(volatile int *)(address))
#define store_state(address, value) (MemoryBarrier(), *(volatile int *)(address) = (value))
#else
#define load_state(address) __atomic_load_n((address), __ATOMIC_ACQUIRE)
#define store_state(address, value) __atomic_store_n((address), (value), __ATOMIC_RELEASE)
#endif

#endif
