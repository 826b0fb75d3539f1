/* Ranges as a Python program makes them: default domain, push/pop, unregistered text.
   Usage: phases DECODE_STEPS EXIT_CODE */
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>
#include <unistd.h>

static void phase(const char *name, int micros) {
    nvtxRangePushA(name);
    usleep(micros);
    nvtxRangePop();
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 3;
    phase("prefill", 20000);
    for (int i = 0; i < steps; i++)
        phase("decode", 10000);
    return argc > 2 ? atoi(argv[2]) : 0;
}
