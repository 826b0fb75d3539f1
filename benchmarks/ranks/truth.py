"""How often the analysis names the rank that was delayed, and how well it knows the delay.

    python truth.py DIR ANALYSIS

DIR has what late.py wrote, ANALYSIS what `llmprof analyze DIR -o ANALYSIS` did.
"""
import csv
import json
import statistics
import sys


def main(folder, analysis):
    truth = json.load(open(f"{folder}/truth.json", encoding="utf-8"))
    with open(f"{analysis}/csv/rank_collectives.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    # Where the late rank's pair meets after its delay, and where all meet after that.
    kind = truth["kind"]
    held_up = {
        "sleep": lambda row: row["group"].startswith("all ranks"),
        "compute": lambda row: row["group"].startswith("all ranks"),
        "group": lambda row: row["group"].startswith(("all ranks", "tp [0, 1]")),
        "pipeline": lambda row: (row["group"].startswith("tp [0, 1]") and int(row["instance"]) % 2 == 0)
        or row["group"].startswith("message"),
    }[kind]
    judged = [row for row in rows if held_up(row)]
    right = [row for row in judged if int(row["culprit"]) == truth["rank"]]
    cause = "computing" if kind == "compute" else "idle"
    fitting = [row for row in right if row["cause"] == cause]
    late = statistics.median(int(row["late_ns"]) for row in right) if right else 0
    groups = sorted({row["group"] for row in rows})
    print(
        f"{kind:9} culprit in {len(right)} of {len(judged)} ({100 * len(right) / max(1, len(judged)):.0f} %), "
        f"cause right in {len(fitting)} of those, delay {truth['mean_ns'] / 1e6:.2f} ms, "
        f"lateness {late / 1e6:.2f} ms ({100 * late / truth['mean_ns'] - 100:+.1f} %); groups: {', '.join(groups)}"
    )
    return 0 if len(right) >= 0.95 * len(judged) and abs(late / truth["mean_ns"] - 1) <= 0.1 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
