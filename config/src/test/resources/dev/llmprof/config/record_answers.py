"""Writes random YAML texts, interpolations, merges, overrides and trees, and what PyYAML and OmegaConf make of them, one JSON a line:
record_answers.py SEED COUNT > answers.jsonl, COUNT of each; then gzip -9n. Recorded with PyYAML 6.0.3 and OmegaConf 2.3.1, which Hydra 1.3.2 uses.

y: a YAML text; i: a text that is read as an interpolation at key `probe` of CONTEXT; a, b: two texts to merge, in this
order; o: an override of key `k`; t, n: the files of a tree and the overrides it is composed with (composing.py says by what rules).
v: the value, as RandomAnswersTest prints it; absent where reading, resolving or composing is a mistake."""
import json
import random
import re
import sys
import warnings

warnings.filterwarnings("ignore")
import yaml
from omegaconf import OmegaConf

import composing
from omegaconf._utils import get_yaml_loader

chance = random.Random(int(sys.argv[1]))
WORDS = ["a", "b", "c", "name", "x-y", "long key", "k1", "é"]
SCALARS = ["1", "0", "-3", "+7", "017", "0x1F", "0b11", "0o17", "1_000", "1.5", "-.5", ".5", "1.", "1e3", "1E-3", "1.5e+3", ".inf",
           "-.inf", ".nan", "1:30", "1:30.5", "true", "False", "yes", "No", "on", "off", "y", "null", "~", "Null", "", "text", "two words",
           "a:b", "a#b", "it's", "???", "x?", "-", "--", "-a", "- a", "@a", "%a", "`a", "!a", "!", "*a", "&a", "|", ">", "=", "<<", "a,b",
           "[", "]", "{", "}", "'q'", '"d"', "'it''s'", '"\\t\\x41\\u00e9"', '"a\\qb"', "'a", "a: b", "a :b", "2001-01-01",
           "2001-01-01 10:00:00", "12e03", "1e", "0.1.2", "1__0", "_1", "0x", "é", "a\tb", "# c", "a # c", "?", "? a", ": a", ":a", "null a",
           "${a}", "${oc.env:HOME}", "a${b}c", "$a", "${", "a}", "\\${a}"]
TYPED = ["1", "0", "-3", "+7", "1.5", "1e3", ".5", "1.", "inf", "nan", "true", "False", "null", "NULL", "abc", "a b", "x-y", "a/b", "a.b", "a:b",
         "%x", "@x", "?", "*", "|", "$a", "\\,", "\\[", "\\ ", "\\\\", "1_000", "_", "-", "+", "0x1", "01", "a1", "1a", ":", "é", " "]
NAMES = ["a", "b", "c1", "1", "1.5", "true", "null", "x-y", "a b", "a.b", "$k"]
CONTEXT = {"a": 1, "b": "text", "c": {"d": 2.5, "e": [1, "two", None, {"f": True}], "g": "${a}"}, "h": "${c.g}", "n": None, "m": "???",
           "s": "a", "list": [10, 20, 30], "empty": {}, "t": True, "deep": {"x": {"y": {"z": "end"}}}, "loop1": "${loop2}", "loop2": "${loop1}",
           "sp ace": 3, "1": "one"}


def quoted(text):
    return '"' + text + '"'


def shown(value):
    if isinstance(value, dict):
        return "{" + ",".join(shown(key) + ":" + shown(item) for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(shown, value)) + "]"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, float):
        return "f" + repr(value)
    if isinstance(value, (int, str)):
        return quoted(value) if isinstance(value, str) else str(value)
    raise ValueError(type(value))


def scalar():
    text = chance.choice(SCALARS if chance.random() < 0.25 else SCALARS[:SCALARS.index("???")])
    style = chance.random()
    return "'" + text.replace("'", "''") + "'" if style < 0.1 else json.dumps(text, ensure_ascii=False) if style < 0.2 else text


def key():
    return chance.choice(WORDS) if chance.random() < 0.9 else scalar()


def flow(depth):
    kind = chance.random()
    if depth > 2 or kind < 0.5:
        return scalar()
    gap = chance.choice([", ", ",", " , "])
    if kind < 0.75:
        return "[" + gap.join(flow(depth + 1) for _ in range(chance.randint(0, 3))) + chance.choice(["]", "]", "]", ",]", " ]"])
    return "{" + gap.join(key() + chance.choice([": ", ": ", ":"]) + flow(depth + 1) for _ in range(chance.randint(0, 3))) + "}"


def block(indent, depth):
    lines = []
    pad = " " * indent
    listed = chance.random() < 0.3
    for _ in range(chance.randint(1, 4)):
        head = pad + ("-" if listed else key() + ":")
        kind = chance.random()
        if depth < 3 and kind < 0.25:
            lines += [head] + block(indent + chance.choice([1, 2, 2, 4]), depth + 1)
        elif kind < 0.35:
            style = chance.choice(["|", ">", "|-", ">-", "|+", ">+", "|2"])
            lines += [head + " " + style] + [pad + "  " + chance.choice(["one", "  two", "", "three # no"]) for _ in range(chance.randint(1, 3))]
        elif kind < 0.45:
            lines.append(head + " " + chance.choice(["&m ", "*m", "!!str ", "!!int ", "!!float ", "!!seq ", "!!map ", "! "] if chance.random() < 0.3 else ["&m "]) + flow(1))
        else:
            lines.append(head + " " + flow(1))
        if chance.random() < 0.05:
            lines.append(chance.choice(["# comment", "", pad + "  # deeper", "<<: {z: 1}", "---", "..."]))
    return lines


def document():
    text = "\n".join(block(0, 0)) + chance.choice(["\n", "\n", ""])
    if chance.random() < 0.15:
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice([" ", "\t", "\n", ":", ",", "'", '"', "#", "-", "?", "\r\n", "\u2028", "\u0085", "[", "}"]) + text[at:]
    return text


def path():
    parts = [chance.choice(["a", "b", "c", "c.d", "c.e", "c.e.0", "c.e[1]", "c.e.3.f", "c[g]", "h", "n", "m", "s", "list", "list[2]", "list.-1",
                            "list.7", "empty", "empty.x", "nope", "c.nope", "deep.x.y", "deep.x.y.z", "deep[x][y]", ".a", "..a", ".probe", "probe", "loop1",
                            "c.e.0.x", "1", "a.b", "", "c.", "[a]", "b.x"])]
    return "".join(parts)


def argument(depth):
    return chance.choice(["1", "1.5", "true", "null", "abc", "a b", "'q'", '"d"', "", "[1,2]", "{k: 1}", "-1", "1e3", "a:b", "x/y", "a-b", "${a}", "${c.d}",
                          "c.d", "nope", "[a,[b]]", "{}", "[]", "a,b", "\\,", " x ", "nan", "${nope}", "${m}", "0x1", "1_0", "+3", "Yes"]) if depth else "c"


def node(depth=0):
    kind = chance.random()
    if kind < 0.5 or depth > 2:
        return "${" + chance.choice(["", "", "", " "]) + path() + chance.choice(["", "", "", " "]) + "}"
    if kind < 0.6:
        return "${${s}}" if chance.random() < 0.5 else "${c.${s}}"
    name = chance.choice(["oc.select", "oc.env", "oc.decode", "oc.create", "oc.dict.keys", "oc.dict.values", "oc.deprecated", "nope", "oc.select"])
    count = chance.choice([0, 1, 1, 2, 2, 3])
    first = chance.choice(["a", "c", "c.d", "empty", "nope", "n", "m", "NOPE_X", "'1.5'", "'[1,2]'", argument(1)])
    return "${" + name + ":" + ",".join([first] * min(count, 1) + [argument(1) for _ in range(count - 1)]) + "}"


def interpolation():
    kind = chance.random()
    if kind < 0.6:
        return node()
    parts = [chance.choice([node(), node(), "x", " ", "\\", "$", "}", "{", "\\${a}", "é", "'", "#", ":"]) for _ in range(chance.randint(2, 4))]
    return "".join(parts)


def read(text):
    # As Hydra: the loader of OmegaConf, then a configuration of it, which refuses some values and keys.
    loaded = yaml.load(text, Loader=get_yaml_loader())
    config = OmegaConf.create({} if loaded is None else loaded)
    return OmegaConf.to_container(config, resolve=False)


def resolved(text):
    config = OmegaConf.create(CONTEXT)
    config.probe = text
    found = config.probe
    return OmegaConf.to_container(found, resolve=True, throw_on_missing=False) if OmegaConf.is_config(found) else found


def merged(first, second):
    both = OmegaConf.merge(OmegaConf.create(first), OmegaConf.create(second))
    return OmegaConf.to_container(both, resolve=False)


def tree(depth=0):
    if depth > 2 or (depth and chance.random() < 0.5):
        return chance.choice([1, 2.5, True, None, "text", "???", [], {}, [1, 2], "${a}", [{"a": 1}]])
    return {chance.choice(["a", "b", "c", "d", "e", 1, True]): tree(depth + 1) for _ in range(chance.randint(1, 4))}


def typed(depth=0):
    """The value of an override as it is typed."""
    kind = chance.random()
    if depth > 2 or kind < 0.55:
        return "".join(chance.choice(TYPED) for _ in range(chance.choice([1, 1, 1, 2, 3])))
    gap = chance.choice([",", ", ", " , "])
    if kind < 0.7:
        return "[" + gap.join(typed(depth + 1) for _ in range(chance.randint(0, 3))) + chance.choice(["]", "]", " ]"])
    if kind < 0.85:
        return "{" + gap.join(chance.choice(NAMES) + chance.choice([":", ": ", " : "]) + typed(depth + 1) for _ in range(chance.randint(0, 3))) + "}"
    quote = chance.choice("'\"")
    inner = "".join(chance.choice(["a", " ", "1", ",", "[", "}", ":", "\\" + quote, "\\\\" + quote, "\\\\", "\\", "é", "=", "'" if quote == '"' else '"']) for _ in range(chance.randint(0, 4)))
    return quote + inner + quote


def overriding():
    text = chance.choice(["", "", "", " ", "  "]) + typed() + chance.choice(["", "", "", " "])
    if chance.random() < 0.1:
        text = ",".join(typed(1) for _ in range(chance.randint(2, 4)))
    if chance.random() < 0.1 and text:
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice([" ", ",", ":", "'", '"', "[", "]", "{", "}", "\\", "\t"]) + text[at:]
    return text


def overridden(text):
    """What is typed with commas outside of brackets and quotes is a sweep, which is a list without its brackets."""
    if not text.strip():
        return '""'
    try:
        return shown(composing.element(text))
    except Exception as mistake:
        # The bracket would end what a backslash or a closing blank leaves open.
        if text != text.rstrip() or text.endswith("\\"):
            raise composing.Unknown(text) from mistake
        items = composing.element("[" + text + "]")
        if len(items) < 2:
            raise mistake
        return "sweep " + shown(items)


OPTIONS = ["one", "two", "six"]
GROUPS = ["g", "h", "g/sub", "deep/er"]
KEYS = ["a", "b", "c", "d"]


def plain(depth=0):
    if depth > 1 or chance.random() < 0.6:
        return chance.choice([1, 2.5, True, None, "text", "???", [], {}, [1, 2], "${a}", "12"])
    return {chance.choice(KEYS): plain(depth + 1) for _ in range(chance.randint(1, 3))}


def config(group=None):
    """A file's text: its defaults name groups that come later in GROUPS only, so that no config includes itself."""
    lines = []
    if group is not None and chance.random() < 0.2:
        lines.append("# @package " + chance.choice(["_global_", "x", "x.y", "_global_.z"]))
    reach = GROUPS if group is None else GROUPS[GROUPS.index(group) + 1:]
    entries = []
    count = chance.choice([0, 1, 2, 3]) if reach and (group is None or chance.random() < 0.25) else 0
    for to in chance.sample(reach, min(count, len(reach))) if chance.random() < 0.95 else chance.choices(reach, k=count):
        name = to if group is None else "/" + to
        if group == "g" and to == "g/sub" and chance.random() < 0.5:
            name = "sub"
        name += chance.choice(["", "", "", "@x", "@_global_", "@_here_", "@y.z", "@_global_.q"])
        option = chance.choice([*OPTIONS, *OPTIONS, *OPTIONS, "null", "[one, two]", "[]"] if chance.random() < 0.97 else ["nope", "???"])
        entries.append(f"  - {chance.choice(['', '', '', '', 'optional '])}{name}: {option}")
    if chance.random() < 0.7:
        entries.insert(chance.randint(0, len(entries)), "  - _self_")
    if group is None and chance.random() < 0.15:
        entries.append("  - other")
    if reach and chance.random() < 0.25:
        named = [line.split(":")[0].split()[-1] for line in entries if ":" in line] if chance.random() < 0.9 else reach
        if named:
            entries.append(f"  - override {chance.choice(named)}: {chance.choice(OPTIONS)}")
    if entries:
        lines += ["defaults:", *entries]
    content = {key: plain() for key in chance.sample(KEYS, chance.randint(0, 3))}
    return "\n".join(lines) + "\n" * bool(lines) + (yaml.safe_dump(content, sort_keys=False) if content else "")


def forest():
    files = {f"{group}/{option}": config(group) for group in GROUPS for option in OPTIONS if chance.random() < 0.95}
    files["config"] = config()
    files["other"] = yaml.safe_dump({key: plain() for key in chance.sample(KEYS, 2)}, sort_keys=False)
    words, named = [], [line.split()[-2].rstrip(":") for line in files["config"].split("\n") if re.match(r"  - (optional )?\w\S*: \w+$", line)]
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        if chance.random() < 0.5:
            fitting = chance.random() < 0.85
            group = chance.choice(named) if fitting and named else chance.choice(GROUPS[:3]) + chance.choice(["", "", "", "@x", "@_global_"])
            sign = chance.choice(["", "", "~"]) if fitting and named else "+" if fitting else chance.choice(["", "+", "~"])
            words.append(sign + group + "=" + chance.choice([*OPTIONS, *OPTIONS, "[one,six]", "nope"]))
            if words[-1].startswith("~"):
                words[-1] = words[-1].partition("=")[0]
        else:
            key = ".".join(chance.choice([*KEYS, "g", "x"]) for _ in range(chance.choice([1, 1, 2])))
            words.append(chance.choice(["", "+", "+", "++", "++", "++", "~"]) + key + "=" + chance.choice(["1", "text", "[1,2]", "{a:1}", "null", "{b:{c:2}}", "'q'", ""]))
            if words[-1].startswith("~"):
                words[-1] = words[-1].partition("=")[0]
    return files, words


def record(entry, answer):
    """Writes what was asked and answered; what the rules do not tell is not asked."""
    try:
        value = answer()
        entry["v"] = value if "o" in entry else shown(value)
    except composing.Unknown:
        return 0
    except Exception:
        pass
    print(json.dumps(entry, ensure_ascii=False, separators=(",", ":")))
    return 1


def several(ask):
    count = int(sys.argv[2])
    while count > 0:
        count -= ask()


def ask_text():
    text = document()
    return record({"y": text}, lambda: read(text))


def ask_interpolation():
    text = interpolation()
    return record({"i": text}, lambda: resolved(text))


def ask_merge():
    first, second = (yaml.safe_dump(tree(), sort_keys=False) for _ in "ab")
    return record({"a": first, "b": second}, lambda: merged(first, second))


def ask_override():
    text = overriding()
    return record({"o": "k=" + text}, lambda: overridden(text))


def ask_tree():
    files, words = forest()
    return record({"t": files, "n": words}, lambda: composing.composed(files, words))


for ask in (ask_text, ask_interpolation, ask_merge, ask_override, ask_tree):
    several(ask)
