/* A stopwatch outside llmprof: takes NVTX's place as a tool and writes down when each range opens and closes. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int (*anything)(void);
typedef struct { size_t size; int (*functions)(uint32_t module, anything ***table, unsigned *count); } callbacks;

static char names[64][64];
static int known;
static int64_t opened[64];
static int named[64], depth;
static FILE *out;

static int64_t now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000000000LL + at.tv_nsec;
}

static void *registered(void *domain, const char *name) {
  (void)domain;
  if (known == 63) return (void *)(intptr_t)63;
  snprintf(names[known], sizeof names[0], "%s", name);
  return (void *)(intptr_t)(++known);
}

/* The message of the attributes is a registered string: at byte 40 of version 3. */
static int push(void *domain, const char *attributes) {
  (void)domain;
  intptr_t handle;
  memcpy(&handle, attributes + 40, sizeof handle);
  if (depth < 64) { named[depth] = (int)handle - 1; opened[depth] = now(); }
  return depth++;
}

static int pop(void *domain) {
  (void)domain;
  int64_t end = now();
  if (--depth >= 0 && depth < 64 && named[depth] >= 0 && named[depth] < 64) {
    fprintf(out, "%s %lld %lld\n", names[named[depth]], (long long)opened[depth], (long long)end);
    fflush(out);
  }
  return depth;
}

static void *domain(const char *name) {
  (void)name;
  return NULL;
}

int InitializeInjectionNvtx2(const void *(*tables)(uint32_t id)) {
  const callbacks *have = tables(1);
  anything **table = NULL;
  unsigned count = 0;
  const char *file = getenv("STOPWATCH");
  if (!have || !file || !have->functions(5, &table, &count) || count < 13) return 0;
  out = fopen(file, "w");
  *table[4] = (anything)push;
  *table[5] = (anything)pop;
  *table[10] = (anything)registered;
  *table[12] = (anything)domain;
  return out != NULL;
}
