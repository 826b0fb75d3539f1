"""Generates in this process and in two more, started the way its first argument says."""

import multiprocessing
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tiny_model


def work(tokens):
    return tiny_model.generate(tokens=tokens)


if __name__ == "__main__":
    how = sys.argv[1]
    work(2)
    if how == "subprocess":
        code = "import sys; sys.path.insert(0, %r); import tiny_model; tiny_model.generate(tokens=%d)"
        for tokens in (3, 4):
            subprocess.run([sys.executable, "-c", code % (sys.path[0], tokens)], check=True)
    elif how.startswith("pool-"):
        # One after the other, so that each worker has one; leaving ends them by TERM.
        pools = [multiprocessing.get_context(how[5:]).Pool(1) for _ in range(2)]
        for pool, tokens in zip(pools, (3, 4)):
            with pool:
                pool.apply(work, (tokens,))
    else:
        context = multiprocessing.get_context(how)
        for tokens in (3, 4):
            process = context.Process(target=work, args=(tokens,))
            process.start()
            process.join()
    print("done")
