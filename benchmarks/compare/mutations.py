#!/usr/bin/env python3
"""A real trace against itself changed, 100,000 launches a side: benchmarks/compare/mutations.py TRACE.json.gz [LAUNCHES] [LLMPROF]

TRACE is repeated until it has as many launches. B is A with all kernels renamed, three neighbours fused, one split, forty dropped, two
swapped (each at twenty places of every repeat), or 1 % longer everywhere. Both sides are kept as baselines, so that what is measured is
reading their time, aligning, the tree and the JSON, and no trace: CPU seconds and peak memory of the whole process. The leaves
must add up.
"""
import gzip, json, pathlib, random, resource, shutil, subprocess, sys, tempfile

launches = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
llmprof = sys.argv[3] if len(sys.argv) > 3 else './llmprof'
folder = pathlib.Path(tempfile.mkdtemp())
source = json.loads(gzip.open(sys.argv[1]).read())
events = [e for e in source['traceEvents'] if e.get('ph') == 'X' and e.get('cat', '').lower() not in ('python_function', 'trace')]
head = {key: value for key, value in source.items() if key != 'traceEvents'}
starts = [e['ts'] for e in events]
span = max(e['ts'] + e.get('dur', 0) for e in events) - min(starts) + 100
kernels = sorted((i for i, e in enumerate(events) if e.get('cat', '').lower() == 'kernel'), key=lambda i: events[i]['ts'])
places = [kernels[at] for at in sorted(random.Random(1).sample(range(0, len(kernels) - 80, 60), 20))]
after = dict(zip(kernels, kernels[1:]))


def following(index, count):
    found = [index]
    while len(found) < count:
        found.append(after[found[-1]])
    return found


def renamed(changed):
    for index in kernels:
        changed[index]['name'] = f"other_{sum(map(ord, changed[index]['name'])) * 7919 % 100003}"


def fused(changed):
    for place in places:
        first, *rest = following(place, 3)
        changed[first] = dict(changed[first], name='fused', dur=sum(changed[i]['dur'] for i in (first, *rest)))
        for index in rest:
            changed[index] = None


def split(changed):
    for place in places:
        whole = changed[place]
        changed[place] = dict(whole, name='part_1', dur=whole['dur'] / 2)
        changed.append(dict(whole, name='part_2', ts=whole['ts'] + whole['dur'] / 2, dur=whole['dur'] / 2))


def dropped(changed):
    for place in places:
        for index in following(place, 40):
            changed[index] = None


def swapped(changed):
    for place in places:
        first, second = following(place, 2)
        for key in ('name', 'args'):
            changed[first][key], changed[second][key] = changed[second][key], changed[first][key]


def longer(changed):
    for index in kernels:
        changed[index]['dur'] *= 1.01


def write(name, mutation):
    changed = [dict(e) for e in events]
    if mutation:
        mutation(changed)
    changed = [e for e in changed if e]
    file = folder / f'{name}.json'
    with open(file, 'w') as out:
        out.write(json.dumps(head)[:-1] + ', "traceEvents": [')
        for copy in range(-(-launches // len(kernels))):
            for number, event in enumerate(changed):
                args = dict(event.get('args') or {})
                for key in ('correlation', 'External id', 'external id'):
                    if isinstance(args.get(key), int) and args[key]:
                        args[key] += copy * 10_000_000
                out.write((',\n' if copy or number else '') + json.dumps(dict(event, ts=round(event['ts'] + copy * span, 3), args=args)))
        out.write(']}')
    subprocess.run([llmprof, 'baseline', 'set', name, str(file), f'baseline.dir={folder}/kept'], check=True, stderr=subprocess.DEVNULL)
    file.unlink()


def measured(*words):
    with open(folder / 'answer', 'w') as out:
        probe = ('import resource,subprocess,sys; subprocess.run(sys.argv[1:], check=True, stderr=subprocess.DEVNULL); '
                 'r = resource.getrusage(resource.RUSAGE_CHILDREN); print(r.ru_utime + r.ru_stime, r.ru_maxrss / 1024, file=sys.stderr)')
        done = subprocess.run([sys.executable, '-c', probe, llmprof, *words], stdout=out, stderr=subprocess.PIPE, text=True, check=True)
    return (*map(float, done.stderr.split()), json.loads((folder / 'answer').read_text()))


write('same', None)
for mutation in (renamed, fused, split, dropped, swapped, longer):
    write(mutation.__name__, mutation)
    seconds, megabytes, said = measured('compare', 'baseline:same', 'baseline:' + mutation.__name__, '--json', f'baseline.dir={folder}/kept')
    leaves = [node for node in said['tree'] if node['leaf']]
    rest = sum(n['delta_ns'] for n in leaves) - (said['span']['b_ns'] - said['span']['a_ns'])
    print(f"{mutation.__name__:8} {seconds:5.2f} s CPU {megabytes:5.0f} MB  {sum(n['a_count'] for n in leaves)} parts, {len(leaves)} leaves,"
          f" rest {rest} ns, matched {100 * said['matched_share']['a']:.2f} % and {100 * said['matched_share']['b']:.2f} %", flush=True)
shutil.rmtree(folder)
