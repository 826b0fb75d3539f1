#!/usr/bin/env python3
"""Five runs against five, with a wait of known size in decode and without: benchmarks/compare/live.py PYTHON [LLMPROF [DELAY_MS]]

Shows that gate finds the one and is not fooled by the other, and that compare blames decode, and the layer that waited, with the
length of the wait. The runs of all sides take turns, there and back again, so that what the machine does meanwhile is shared by all.
PYTHON has torch and transformers. Takes some minutes; ends with 1 where something was not shown.
"""
import json, os, pathlib, shutil, statistics, subprocess, sys, tempfile

python, llmprof = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else './llmprof'
delay_ms = float(sys.argv[3]) if len(sys.argv) > 3 else 25
program = pathlib.Path(__file__).resolve().parent / 'delayed.py'
folder = pathlib.Path(tempfile.mkdtemp())
waits = folder / 'waits'
SIDES = {'plain': 0, 'again': 0, 'slow': delay_ms}
shown = True


def run(name, number):
    environment = dict(os.environ, DELAY_MS=str(SIDES[name]), DELAY_LOG=str(waits))
    subprocess.run([llmprof, 'run', '--out', str(folder / name / str(number)), '--', python, str(program)],
                   check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def answer(*words):
    done = subprocess.run([llmprof, *map(str, words), '--json'], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout)


def check(holds, what):
    global shown
    shown &= holds
    print('  shown    ' if holds else '  NOT shown', what)


def metrics(said):
    for each in said['metrics']:
        a, b = ([v['value'] for v in each[side]] for side in ('a_values', 'b_values'))
        spread = 100 * max(statistics.stdev(a) / statistics.mean(a), statistics.stdev(b) / statistics.mean(b))
        print(f"    {each['name']:28} {100 * each['estimate']:+8.2f} % [{100 * each['low']:+.2f}, {100 * each['high']:+.2f}]"
              f"  Holm p {each['p_holm']:.3f}  spread {spread:.1f} %  {each['verdict']}")


run('plain', 'warmup')
waits.unlink(missing_ok=True)
for number in range(1, 6):
    for name in list(SIDES) if number % 2 else reversed(SIDES):
        run(name, number)
print('load', os.getloadavg())
plain, again, slow = (folder / name for name in SIDES)
code, said = answer('gate', plain, again)
print('unchanged: exit', code, said['summary'])
metrics(said)
check(code in (0, 5), 'no regression where nothing changed')
code, said = answer('gate', plain, slow)
print('delayed: exit', code, said['summary'])
metrics(said)
check(code == 4 and said['verdict'] == 'regression', 'a regression where decode waits')
worst = {each['name'] for each in said['metrics'] if each['gating_verdict'] == 'regression'}
check(bool(worst & {'decode.step_time', 'time_per_output_token'}) and not any(n.startswith('prefill') for n in worst),
      'in decode and not in prefill: ' + ', '.join(sorted(worst)))
leaves = sorted((n for n in said['tree'] if n['leaf']), key=lambda n: -abs(n['delta_ns']))
for leaf in leaves[:4]:
    print(f"    {leaf['delta_ns'] / 1e6:+9.3f} ms  n {leaf['b_count']}  {leaf['path']}")
# Each token looks its embedding up once.
steps = next(n['b_count'] for n in said['tree'] if n['leaf'] and n['path'].startswith('decode') and n['path'].endswith('/ aten::embedding'))
slept = statistics.mean(float(line) for line in waits.read_text().split())
blamed = leaves[0]['delta_ns'] / 1e6 / (1 if said['basis'] == 'step' else steps)
print(f'  asked {delay_ms:.3f} ms, slept {slept:.3f} ms a token, blamed {blamed:.3f} ms on one leaf: {100 * blamed / slept - 100:+.1f} %')
check(leaves[0]['path'].startswith('decode') and abs(blamed / slept - 1) <= 0.1, 'blamed within a tenth')
subprocess.run([llmprof, 'baseline', 'set', 'live', str(plain), f'baseline.dir={folder}/kept'], check=True, capture_output=True)
code, kept = answer('gate', 'baseline:live', slow, f'baseline.dir={folder}/kept')
check(code == 4 and kept['tree'] == said['tree'], 'the same from a baseline')
shutil.rmtree(folder)
sys.exit(0 if shown else 1)
