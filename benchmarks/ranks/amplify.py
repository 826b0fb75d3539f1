"""Traces of many ranks: tensor parallel in eights, data parallel across, all-reduces of both, one late rank.

    python amplify.py DIR RANKS EVENTS
"""
import os
import sys


def kernel(name, stream, start, nanos, args=""):
    return (
        f'{{"ph":"X","cat":"kernel","name":"{name}","pid":0,"tid":{stream},'
        f'"ts":{start // 1000}.{start % 1000:03},"dur":{nanos // 1000}.{nanos % 1000:03}{args}}}'
    )


def reduction(name, ranks, elements):
    return (
        f',"args":{{"Collective name":"allreduce","In msg nelems":{elements},"Out msg nelems":{elements},'
        f'"dtype":"BFloat16","Process Group Name":"{name}","Process Group Description":"{name}",'
        f'"Process Group Ranks":"{ranks}"}}'
    )


def main(folder, ranks, events):
    os.makedirs(folder, exist_ok=True)
    names = [f"gemm_{i}" for i in range(40)]
    for rank in range(ranks):
        first = rank // 8 * 8
        tensor = reduction("tp", list(range(first, min(ranks, first + 8))), 1 << 20)
        data = reduction("dp", list(range(rank % 8, ranks, 8)), 1 << 24)
        now = 1_000_000_000
        written = 0
        with open(f"{folder}/trace_rank{rank}.json", "w", encoding="utf-8") as out:
            out.write(
                f'{{"distributedInfo":{{"backend":"nccl","rank":{rank},"world_size":{ranks}}},'
                f'"host_name":"node{rank // 8}","traceEvents":[\n'
            )
            step = 0
            while written < events:
                # Ends are the same on all ranks: who computes longer waits less.
                for block in range(8):
                    lines = []
                    begin = now
                    late = 30_000 if rank == 3 else rank % 8 * 500
                    for i in range(10):
                        nanos = 20_000 + (late if i == 0 else 0)
                        lines.append(kernel(names[(block * 10 + i) % 40], 7, now, nanos))
                        now += nanos + 1_000
                    end = begin + 10 * 21_000 + 45_000
                    group = data if block == 7 else tensor
                    lines.append(kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 20, now, end - now, group))
                    now = end
                    written += len(lines)
                    out.write(",\n".join(lines) + (",\n" if written < events or block < 7 else ""))
                step += 1
            out.write("]}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
