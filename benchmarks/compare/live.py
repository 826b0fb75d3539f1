#!/usr/bin/env python3
"""Five runs against five, with a wait of known size in decode and without: benchmarks/compare/live.py PYTHON [LLMPROF [DELAY_MS]]

Shows that gate finds the one and is not fooled by the other, and that compare blames decode with the length of the wait.
PYTHON has torch and transformers. Takes some minutes.
"""
import json, os, pathlib, statistics, subprocess, sys, tempfile

python, llmprof = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else './llmprof'
delay_ms = float(sys.argv[3]) if len(sys.argv) > 3 else 8
program = pathlib.Path(__file__).resolve().parent / 'delayed.py'
folder = pathlib.Path(tempfile.mkdtemp())


def runs(name, delay):
    environment = dict(os.environ, DELAY_MS=str(delay), DELAY_LOG=str(folder / 'waits'))
    subprocess.run([llmprof, 'run', '--repeat', '5', '--out', str(folder / name), '--', python, str(program)],
                   check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder / name


def answer(*words):
    done = subprocess.run([llmprof, *map(str, words), '--json'], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout)


plain, again, slow = runs('plain', 0), runs('again', 0), runs('slow', delay_ms)
code, said = answer('gate', plain, again)
print('unchanged:', 'exit', code, said['summary'])
code, said = answer('gate', plain, slow)
print('delayed:  ', 'exit', code, said['summary'])
_, said = answer('compare', plain, slow)
leaves = sorted((n for n in said['tree'] if n['leaf']), key=lambda n: -abs(n['delta_ns']))
for leaf in leaves[:4]:
    print(f"  {leaf['delta_ns'] / 1e6:+9.3f} ms  n {leaf['b_count']}  {leaf['path']}")
# Each token looks its embedding up once.
steps = next(n['b_count'] for n in said['tree'] if n['leaf'] and n['path'].startswith('decode') and n['path'].endswith('/ aten::embedding'))
# The first is the warm-up's.
slept = statistics.mean(float(line) for line in (folder / 'waits').read_text().split()[1:])
blamed = leaves[0]['delta_ns'] / 1e6 / (1 if said['basis'] == 'step' else steps)
print(f'asked {delay_ms:.3f} ms, slept {slept:.3f} ms a token, blamed {blamed:.3f} ms on one leaf: {100 * blamed / slept - 100:+.1f} %')
