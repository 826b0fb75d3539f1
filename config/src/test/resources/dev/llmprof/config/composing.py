"""Composes a tree as Hydra 1.3 does: its rules for defaults lists written down once more, merging and values by OmegaConf itself.

`composing.py TREES_DIR` says how many of the recorded compositions of Hydra it repeats; record_answers.py asks it about random trees."""
import re
import warnings

import yaml
from antlr4 import InputStream
from omegaconf import OmegaConf, flag_override, open_dict
from omegaconf._utils import get_yaml_loader
from omegaconf.grammar.gen.OmegaConfGrammarLexer import OmegaConfGrammarLexer
from omegaconf.grammar_parser import parse
from omegaconf.grammar_visitor import GrammarVisitor


CLOSING = [OmegaConfGrammarLexer.BRACKET_CLOSE, OmegaConfGrammarLexer.BRACE_CLOSE, OmegaConfGrammarLexer.MATCHING_QUOTE_CLOSE]


class Mistake(Exception):
    pass


class Unknown(Exception):
    """A thing this reference has no rules for."""


def refuse(*_, **__):
    raise Unknown("interpolation")


def element(text):
    """What a value of an override means. Hydra's grammar of values is OmegaConf's but for three things: it refuses empty items,
    takes blanks around a word away, and refuses them after a quote or a bracket."""
    text = text.lstrip(" \t")
    lexer = OmegaConfGrammarLexer(InputStream(text))
    lexer.mode(OmegaConfGrammarLexer.VALUE_MODE)
    lexer.removeErrorListeners()
    tokens = lexer.getAllTokens()
    if len(tokens) > 1 and tokens[-1].type == OmegaConfGrammarLexer.WS and tokens[-1].stop == len(text) - 1:
        if tokens[-2].type in CLOSING:
            raise Mistake(text)
        text = text[:-len(tokens[-1].text)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tree = parse(text, parser_rule="singleElement", lexer_mode="VALUE_MODE")
        return GrammarVisitor(refuse, refuse, None).visit(tree)


def dotted(*parts):
    return ".".join(part for part in parts if part)


class Entry:
    """One line of a defaults list, at its place in the tree."""

    def __init__(self, group, option, package, flags, parent_group, parent_package):
        absolute = group is not None and group.startswith("/") or group is None and option.startswith("/")
        self.optional, self.override = "optional" in flags, "override" in flags
        base = "" if absolute else parent_group
        self.option = option
        if group is None:
            path = option.lstrip("/")
            below, _, name = path.rpartition("/")
            self.group, self.relative, self.names = "/".join(p for p in (base, below) if p), below, [name]
            self.key = None
        else:
            self.relative = group.lstrip("/")
            self.group = "/".join(p for p in (base, self.relative) if p)
            self.names = option if isinstance(option, list) else [option]
        self.package, self.parent_package = package, parent_package
        plain = [self.relative + "/", *(name for name in self.names if name)]
        if any(mark in part for part in plain for mark in ("${", "//", "./", ".yaml")):
            raise Unknown(plain)
        if group is not None:
            final, own = self.final(None), self.group.replace("/", ".")
            self.key = self.group if final == own else f"{self.group}@{final or '_global_'}"

    def final(self, header):
        package = self.package
        if package is None:
            package = header
        if package is None:
            package = self.relative.replace("/", ".")
        if package in ("_here_", ""):
            return self.parent_package
        if package == "_global_":
            return ""
        if package.startswith("_global_."):
            return package[len("_global_."):]
        if ":" in package or re.search(r"_(group|name|global|here)_", package):
            raise Unknown(package)
        return dotted(self.parent_package, package)


class Composition:
    def __init__(self, files, overrides):
        self.files, self.groups = files, {path.rpartition("/")[0] for path in files if "/" in path}
        for group in list(self.groups):
            parts = group.split("/")
            self.groups |= {"/".join(parts[:i]) for i in range(1, len(parts))}
        self.chosen, self.used, self.deleted, self.appended, self.values, self.known = {}, set(), {}, [], [], {}
        for text in overrides:
            self.take(text)

    def take(self, text):
        found = re.fullmatch(r"(\+\+|\+|~|)([A-Za-z_][\w/.-]*(?:@[\w.]+)?)(?:=(.*))?", text, re.S | re.A)
        if not found or re.search(r"[.](-|0\d)|[./]$", found.group(2)):
            raise Unknown(text)
        sign, key, value = found.groups()
        group, _, package = key.partition("@")
        if group not in self.groups:
            if package:
                raise Mistake(text)
            self.values.append((sign, key, value))
        elif value is not None and not value.strip():
            raise Unknown("an option without a name")
        elif value is not None and isinstance(element(value), dict):
            self.values.append((sign, key, value))
        elif sign == "~":
            self.deleted[key] = value
        elif value is None or sign == "++":
            raise Mistake(text)
        else:
            option = element(value)
            if not all(isinstance(o, str) for o in (option if isinstance(option, list) else [option])):
                raise Mistake(text)
            if sign == "+":
                self.appended.append((group, option, package or None))
            else:
                self.chosen[key] = option

    def load(self, path):
        text = self.files.get(path)
        if text is None:
            return None
        header = re.match(r"# @package ([\w.]+)\n", text)
        package = header and header.group(1)
        if text.count("@package") > (package is not None):
            raise Unknown(path)
        content = yaml.load(text, Loader=get_yaml_loader()) or {}
        if not isinstance(content, dict) or "hydra" in content:
            raise Unknown(path)
        defaults = content.pop("defaults", [])
        if package is not None and ("_group_" in package or "_name_" in package):
            raise Unknown(package)
        if package is not None and package != "_global_" and not package.startswith("_global_."):
            package = "_global_." + package
        return package, defaults, content

    def entries(self, defaults, group, package):
        for line in defaults:
            if isinstance(line, str):
                yield line if line == "_self_" else Entry(None, *at(line), set(), group, package)
                continue
            (key, option), = line.items()
            words = key.split()
            name, to = at(words[-1])
            if isinstance(option, bool) or not (option is None or isinstance(option, (str, list))):
                raise Mistake(line)
            yield Entry(name, option, to, set(words[:-1]), group, package)

    def expand(self, path, group, package, final, optional, root, chain):
        """The configs below one, in the order in which they are merged: (path, package, content)."""
        loaded = self.load(path)
        if loaded is None:
            if optional:
                return []
            raise Mistake("no " + path)
        if path in chain:
            raise Unknown("a loop")
        header, defaults, content = loaded
        final = final(header)
        entries = list(self.entries(defaults, group, final))
        if entries.count("_self_") > 1:
            raise Mistake("_self_ twice")
        lines = [e for e in entries if e != "_self_"]
        if "_self_" not in entries:
            if root and self.appended and lines and all(e.override for e in lines):
                raise Unknown("the primary's own content is lost there")
            entries.append("_self_")
        if root:
            for name, option, to in self.appended:
                entries.append(Entry(name, option, to, set(), "", ""))
        overriding = False
        for e in lines:
            if overriding and not e.override:
                raise Mistake("an override is not last")
            overriding |= e.override
        for e in lines:
            if e.override:
                self.chosen.setdefault(e.key, e.option)
        below = []
        for e in reversed(entries):
            if e == "_self_":
                below.insert(0, [(path, final, content)])
            elif not e.override:
                below.insert(0, self.entry(e, chain + [path]))
        return [item for part in below for item in part]

    def entry(self, e, chain):
        if e.key is not None:
            if e.key in self.deleted:
                if len(e.names) != 1 or isinstance(self.chosen.get(e.key), list):
                    raise Unknown("deletes a list")
                value = self.deleted[e.key]
                if value is not None and value != e.option:
                    raise Mistake("deletes another value")
                self.used.add(e.key)
                return []
            if e.key in self.chosen:
                self.used.add(e.key)
                option = self.chosen[e.key]
                e.names = option if isinstance(option, list) else [option]
            if e.names == ["???"]:
                raise Mistake("not chosen")
            self.known.setdefault(e.key, []).append(e.names)
        result = []
        parts = []
        for name in reversed(e.names):
            if name is None:
                continue
            path = "/".join(p for p in (e.group, name) if p)
            if e.key is not None and "/" in name:
                raise Unknown("an option with a slash")
            parts.insert(0, self.expand(path, e.group, None, e.final, e.optional, False, chain))
        for part in parts:
            result += part
        return result

    def compose(self, primary):
        if "/" in primary or "." in primary:
            raise Unknown(primary)
        root = lambda header: "" if header is None else Entry(None, primary, None, set(), "", "").final(header)
        items = self.expand(primary, primary.rpartition("/")[0], "", root, False, True, [])
        for key, names in self.known.items():
            self.once(key, names)
        for key in [*self.chosen, *self.deleted]:
            if key not in self.used:
                raise Mistake("nothing to override: " + key)
        config = OmegaConf.create()
        for path, package, content in items:
            for part in reversed(package.split(".") if package else []):
                content = {part: content}
            config = OmegaConf.merge(config, OmegaConf.create(content))
        OmegaConf.set_struct(config, True)
        for sign, key, value in self.values:
            self.change(config, sign, key, value)
        return config

    def once(self, key, names):
        """A group may be listed twice only with one and the same option that has a defaults list of its own."""
        if len(names) < 2:
            return
        if any(len(chosen) != 1 for chosen in names):
            raise Unknown("lists for one group")
        options = {chosen[0] for chosen in names}
        if len(options) > 1:
            raise Mistake("several values for " + key)
        option = options.pop()
        loaded = self.load(key.partition("@")[0] + "/" + option) if option else None
        if option and loaded is not None and not loaded[1]:
            raise Mistake("twice: " + key)

    @staticmethod
    def change(config, sign, key, value):
        if sign == "~":
            if OmegaConf.select(config, key) is None:
                raise Mistake("nothing to delete")
            if value is not None and element(value) != OmegaConf.select(config, key):
                raise Mistake("deletes another value")
            above, _, last = key.rpartition(".")
            holder = OmegaConf.select(config, above) if above else config
            with open_dict(config):
                if not OmegaConf.is_dict(holder):
                    raise Unknown("an item of a list")
                del holder[last]
            return
        if value is None:
            raise Mistake("no value")
        value = "" if not value.strip() else element(value)
        if sign == "+" and OmegaConf.select(config, key, throw_on_missing=False) is not None and not isinstance(value, (dict, list)):
            raise Mistake("there already")
        if sign:
            with open_dict(config):
                OmegaConf.update(config, key, value, merge=True, force_add=True)
        else:
            OmegaConf.update(config, key, value, merge=True)


def at(text):
    name, _, package = text.partition("@")
    return name, package or None


def composed(files, overrides, primary="config"):
    return OmegaConf.to_container(Composition(files, overrides).compose(primary), resolve=False)


if __name__ == "__main__":
    import collections, json, pathlib, sys
    counts = collections.Counter()
    for tree in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        conf = tree / "conf"
        files = {str(f.relative_to(conf))[:-5]: f.read_text() for f in conf.rglob("*.yaml")} if conf.is_dir() else {}
        for line in open(tree / "cases.jsonl"):
            case = json.loads(line)
            if case["mode"] != "compose" or not case["config_name"] or any("hydra" in o for o in case["overrides"]) or "hydra" in str(files.get(case["config_name"])):
                continue
            expect = case["expect"]
            try:
                found = composed(files, case["overrides"], case["config_name"])
                found = OmegaConf.to_yaml(OmegaConf.create(found))
            except (Unknown, KeyError) as unknown:
                counts["no rules"] += 1
                continue
            except RecursionError:
                counts["no rules"] += 1
                continue
            except Exception as mistake:
                found = None
                why = repr(mistake)
            wanted = expect.get("yaml")
            same = found == wanted
            counts["as recorded" if same else "otherwise"] += 1
            if not same:
                print(case["id"], case["overrides"], expect.get("error", {}).get("kind"), "mistake " + why if found is None else "composed")
    print(dict(counts))
