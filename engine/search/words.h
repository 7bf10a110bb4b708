/* A word that one thread writes and others read, without a lock: each gets the old or the new value, never a mixture. */
#ifndef RATSU_WORDS_H
#define RATSU_WORDS_H

static __inline unsigned long long load_word(const unsigned long long *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}
static __inline void store_word(unsigned long long *word, unsigned long long value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

#endif
