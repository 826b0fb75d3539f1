"""Stands in for a Hydra program: writes down the overrides it got, then generates."""

import json
import pathlib
import sys

overrides = dict(word.split("=", 1) for word in sys.argv[1:])
place = pathlib.Path(overrides["hydra.run.dir"])
place.mkdir(parents=True, exist_ok=True)
(place / "overrides.json").write_text(json.dumps(sys.argv[1:]))

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tiny_model

print("generated", tiny_model.generate(tokens=3), "tokens")
