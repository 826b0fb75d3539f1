#!/usr/bin/env python3
"""Two traces of a million events compared, beside one of them analysed: benchmarks/compare/speed.py [EVENTS] [LLMPROF]

The traces are made here: steps of decode, each a prologue and layers of operators with a launch each, B with one
operator fused away in every layer and a tenth of its kernels longer. CPU seconds, the best of three.
"""
import json, os, pathlib, random, subprocess, sys, tempfile

events = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
llmprof = sys.argv[2] if len(sys.argv) > 2 else './llmprof'
folder = pathlib.Path(tempfile.mkdtemp())
LAYER = ['aten::rms_norm', 'aten::mm', 'aten::rope', 'aten::sdpa', 'aten::mm', 'aten::add', 'aten::rms_norm', 'aten::mm',
         'aten::silu', 'aten::mul', 'aten::mm', 'aten::add']


def trace(name, fused, seed):
    rng = random.Random(seed)
    out = [{'ph': 'M', 'name': 'process_name', 'pid': 1, 'tid': 0, 'args': {'name': 'python'}}]
    now, gpu, ident = 1000.0, 1000.0, 1
    while len(out) < events:
        first, begun = len(out), now
        out.append(None)
        for layer in range(32):
            for place, operator in enumerate(LAYER):
                if fused and place == 9:
                    continue
                ident += 1
                shape = [[1, 4096], [4096, 1024 * (place + 1)]]
                nanos = rng.uniform(3, 9) * (1.05 if fused and place == 1 else 1)
                out.append({'ph': 'X', 'cat': 'cpu_op', 'name': operator, 'pid': 1, 'tid': 1, 'ts': round(now, 3), 'dur': 7,
                            'args': {'External id': ident, 'Input Dims': shape, 'Input type': ['c10::BFloat16'] * 2}})
                out.append({'ph': 'X', 'cat': 'cuda_runtime', 'name': 'cudaLaunchKernel', 'pid': 1, 'tid': 1, 'ts': round(now + 1, 3),
                            'dur': 4, 'args': {'correlation': ident, 'External id': ident}})
                start = max(gpu, now + 6)
                gpu = start + nanos
                out.append({'ph': 'X', 'cat': 'kernel', 'name': f'kernel_of_{operator[6:]}_{place}', 'pid': 0, 'tid': 7,
                            'ts': round(start, 3), 'dur': round(nanos, 3),
                            'args': {'device': 0, 'stream': 7, 'correlation': ident, 'External id': ident,
                                     'grid': [64, place + 1, 1], 'block': [128, 1, 1]}})
                now += 9
        now += 40
        out[first] = {'ph': 'X', 'cat': 'user_annotation', 'name': 'decode', 'pid': 1, 'tid': 1, 'ts': round(begun - 1, 3),
                      'dur': round(now - begun - 1, 3), 'args': {}}
    file = folder / name
    file.write_text(json.dumps({'deviceProperties': [{'id': 0, 'name': 'NVIDIA A100'}], 'traceEvents': out}))
    return file


def seconds(*words):
    best = 1e9
    for _ in range(3):
        before = os.times()
        subprocess.run([llmprof, *map(str, words)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = os.times()
        best = min(best, after.children_user + after.children_system - before.children_user - before.children_system)
    return best


a, b = trace('a.json', False, 1), trace('b.json', True, 2)
numbers = seconds('analyze', a, '--json')
whole = seconds('analyze', a, '--output', folder / 'analysis')
compared = seconds('compare', a, b, '--json')
print(f'{events} events each: analyze --json {numbers:.1f} s, analyze --output {whole:.1f} s, compare {compared:.1f} s of CPU')
print(f'compare takes {compared / numbers:.2f} times the numbers of one trace, {compared / whole:.2f} times its whole analysis')
