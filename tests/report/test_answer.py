"""The answer: one screen whatever is ranked, in 80 columns, and nothing of the method lost behind it."""

import json
import random
import re

import pytest
from decision.nights import decided
from report.html.pages_of import shipped

import ahp
from ahp.cli.rank import main
from ahp.errors import StudyError
from ahp.evidence.measures import user_measure
from ahp.report import render
from ahp.report.answer_blocks import RANKED
from ahp.report.numbers import quotient, share
from ahp.report.terminal import cell_width
from ahp.report.text import FEW, MOST, MOST_FEW

STUDIES = ["zfs", "btrfs", "wal", "selective", "iibench", "schema-build"]
TABLES = ["zfs_oltp", "zfs_oltp_published", "pg_wal_runs", "innodb_selective", "tokudb_iibench"]


def codecs(number):
    """A table of so many codecs with sizes and speeds, and what only copies."""
    rng = random.Random(number)
    rows = [("memcpy", 10**8, 10**8, 9000.0, 9100.0)]
    for n in range(number):
        ratio = rng.uniform(1.2, 5.0)
        speeds = rng.uniform(2, 900) / ratio, rng.uniform(50, 4000)
        rows.append((f"codec with a long name {n}", 10**8, int(10**8 / ratio), *speeds))
    heads = ("codec", "original_bytes", "stored_bytes", "compression speed MB/s", "decompression speed MB/s")
    return ahp.read(dict(zip(heads, map(list, zip(*rows, strict=True)), strict=True)), baseline="memcpy")


def microbenchmarks(number, runs=3):
    """So many scenarios of two versions; some faster, some slower, some as fast."""
    rng = random.Random(number)
    rows = []
    for n in range(number):
        for version, factor in (("before", 1.0), ("after", rng.choice([0.8, 0.99, 1.0, 1.02, 1.3]))):
            rows += [
                (f"a benchmark with a long name {n}", version, run, 100 * factor * rng.gauss(1, 0.01))
                for run in range(runs)
            ]
    heads = ("scenario", "alternative", "run", "tps")
    table = dict(zip(heads, map(list, zip(*rows, strict=True)), strict=True))
    return ahp.rank(ahp.read(table, baseline="before"), include_baseline="always", resamples=500)


def fits(decision):
    """The lines of the answer, after a look at their number and width."""
    lines = decision.report().splitlines()
    one = len(decision.scenarios) == 1
    few = len(decision.scenarios) <= FEW and (not one or len(next(iter(decision)).alternatives) <= RANKED)
    assert len(lines) <= (MOST_FEW if few else MOST), "\n".join(lines)
    assert all(cell_width(line) <= 80 for line in lines), "\n".join(lines)
    assert all(line == line.rstrip() for line in lines)
    return lines


@pytest.mark.parametrize("name", TABLES)
def test_the_examples_fit(name, examples):
    fits(ahp.rank(ahp.read(examples / f"{name}.csv")))


@pytest.mark.parametrize("name", STUDIES)
def test_the_studies_fit(name, examples):
    fits(ahp.rank(ahp.read(examples / "studies" / name / "results.csv"), resamples=500))


@pytest.mark.parametrize("number", [6, 33, 235])
def test_codecs_fit_the_first_and_the_efficient_stand(number):
    decision = ahp.rank(codecs(number), resamples=500)
    lines = fits(decision)
    (scenario,) = decision
    shown = [line for line in lines if re.match(r" *\d+  codec", line)]
    named = [scenario.alternatives.index(re.search(r"codec with a long name \d+", s).group()) for s in shown]
    assert [scenario.alternatives[i] for i in named[:5]] == scenario.order[:5]
    assert all(scenario.alternatives[i] in scenario.efficient for i in named[5:]) or number < 10
    assert all(
        ("*" in s) == (scenario.alternatives[i] in scenario.efficient)
        for s, i in zip(shown, named, strict=True)
    )
    left = number - len(shown)
    assert any(line.startswith(f"{left} more alternatives") for line in lines) or not left
    benefit = scenario.benefit
    texts = [re.search(r"0\.\d+", line).group() for line in shown]  # neighbours are told apart
    assert len(set(texts)) == len({round(benefit.iloc[i], 9) for i in named})


@pytest.mark.parametrize("number", [2, 4, 5, 33, 200])
def test_microbenchmarks_fit_and_every_scenario_is_told_of(number):
    decision = microbenchmarks(number)
    text = "\n".join(fits(decision))
    if number <= 4:
        return
    rows = re.findall(r"^(?:a bench.*?|….*?|all \d+) .*$", text.split("\n\n")[1], flags=re.M)
    labels = [row.partition("  ")[0] for row in rows]
    told = sum(
        int(m.group(1)) + 1 if (m := re.search(r" and (\d+) more$", label)) else label.count(", ") + 1
        for label in labels
    )
    if "all" not in rows[0]:
        others = re.search(r"^(\d+) more scenario", text, flags=re.M)
        assert told + (int(others.group(1)) if others else 0) == number


def test_the_published_study(examples):
    text = ahp.rank(ahp.read(examples / "zfs_oltp.csv")).report()
    for line in [
        "3 alternatives against Baseline, 3 scenarios, 1 run of each",
        "scenario        choose  ahead of  space   tput  max resp    CPU",
        "Order Entry     LZJB ?  ZLE       -67 %  +18 %   -50.1 %  +25 %",
        "Calling Circle  ZLE     LZ4       -43 %  +11 %   -13.1 %  +11 %",
        "Calling Circle  ZLE .168/.087=1.93  LZ4 .444/.478=0.93  LZJB .388/.435=0.89",
        "Order Entry     fragile  survives ±1 % error; 2 of 8 checks prefer ZLE",
        "Stress Test     fragile  any error may change it; 3 of 7 checks disagree",
        "Order Entry     ZLE wins if its CPU is 8.88 instead of 9 %",
        "Calling Circle  LZ4 wins if ZLE's CPU is 17.9 instead of 20 % (new index)",
        "Stress Test     ZLE wins if its CPU is 14.001 instead of 14 % (new index)",
    ]:
        assert line in text.splitlines(), line
    assert (
        "As multiples of the baseline instead LZJB beats ZLE in Calling Circle (1.64 against 1.21 of benefit per cost)"
        in " ".join(text.split())
    )


def test_what_would_change_it_does_so_typed_in(examples, write):
    lines = (examples / "zfs_oltp.csv").read_text(encoding="utf-8")
    for old, new, scenario, winner in [
        ("Order Entry,ZLE,1.69,279.16,80625,3,6", "Order Entry,ZLE,1.69,279.16,80625,2.88,6", 0, "ZLE"),
        ("Calling Circle,ZLE,1.76,61.39,22613,3,17", "Calling Circle,ZLE,1.76,61.39,22613,0.9,17", 1, "LZ4"),
    ]:
        assert old in lines
        path = write("moved.csv", lines.replace(old, new))
        assert ahp.rank(ahp.read(path)).scenarios[scenario].winners == (winner,)


def test_what_is_kept_says_so_and_what_comes_behind_it():
    text = decided(a=(105.0, 13.0), b=(102.0, 14.0)).report()
    assert re.search(r"^default  keep none  a$", text, flags=re.M)
    assert re.search(r"^keep  none is best when ranked too; survives ±", text, flags=re.M)
    assert re.search(r"^1  a\*? .* \+5 %  \+30 %$", text, flags=re.M)
    assert re.search(r"^none is not kept if ", text, flags=re.M)
    unsure = decided(a=(105.0, 11.0), b=(102.0, 12.0)).report()
    assert re.search(r"^default  keep none \?  a$", unsure, flags=re.M)
    assert re.search(r"^fragile  none may be best when ranked too; survives ±", unsure, flags=re.M)


def numbers(decision):
    """Benefits, costs, quotients and priority vectors as they are printed."""
    for scenario in decision:
        for merit, show in (("benefit", share), ("cost", share), ("benefit_to_cost", quotient)):
            values = getattr(scenario, merit)
            yield from (show(value) for value in (() if values is None else values))
        for criterion in scenario.criterion_decisions:
            yield from (share(value) for value in criterion.local_priorities)


@pytest.mark.parametrize("name", ["zfs_oltp", "pg_wal_runs", "innodb_selective"])
def test_rankings_priorities_and_consistency_are_never_lost(name, examples):
    decision = ahp.rank(ahp.read(examples / f"{name}.csv"), resamples=500)
    answer = decision.report()
    for scenario in decision:  # benefit / cost of each alternative in the answer itself
        for value in scenario.benefit_to_cost:
            assert quotient(value) in answer
    whole = {
        "explain": decision.report(detail="why"),
        "verbose": decision.report(detail="all"),
        "markdown": decision.report("markdown"),
        "html": decision.report("html"),
        "latex": decision.report("latex"),
    }
    for form, text in whole.items():
        assert all(number in text for number in numbers(decision)), form
    for form in ("explain", "verbose"):
        flat = " ".join(whole[form].split())
        assert flat.count("Consistency ratio of each criterion's matrix: 0.000.") == len(decision.scenarios)
        for scenario in decision:
            assert f"By benefit, most first: {', '.join(scenario.ranking('benefit'))}." in flat
            assert f"By cost, dearest first: {', '.join(scenario.ranking('cost'))}." in flat
    for form in ("markdown", "html", "latex"):
        assert "CR = 0.000" in whole[form].replace("\\,", " ").replace("{", "").replace("}", ""), form
    document = decision.to_dict()
    for scenario in document["scenarios"]:
        assert {"benefit", "cost", "benefit_to_cost"} == set(scenario["rankings"])
        assert all(c["priorities"] and c["consistency_ratio"] is not None for c in scenario["criteria"])


def test_each_detail_holds_the_one_before(examples):
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
    answer, why, everything = (decision.report(detail=detail) for detail in ("answer", "why", "all"))
    assert decision.report() == answer == str(decision)
    assert why.startswith(answer)
    assert set(why.splitlines()) <= set(everything.splitlines())
    assert len(answer) < len(why) < len(everything)
    for wrong, format in [("more", "text"), ("why", "json"), ("all", "html")]:
        with pytest.raises(StudyError, match="detail"):
            decision.report(format, wrong)


def test_the_command_takes_a_detail_of_the_text_alone(examples, told):
    table = str(examples / "zfs_oltp.csv")
    decision = ahp.rank(ahp.read(table))
    for option, detail in [("--explain", "why"), ("--verbose", "all")]:
        assert told(0, main, [table, option]).out == decision.report(detail=detail)
        assert f"{option} is of the text" in told(2, main, [table, option, "--format", "json"]).err


def test_wide_letters_and_long_names_fit(examples):
    table = {"alternative": ["none", "圧縮" * 20, "b" * 200, "c"], "tps": [100, 150, 140, 130]}
    fits(ahp.rank(ahp.read(table)))
    scenarios = {"scenario": ["夜" * 50] * 3 + ["x" * 90] * 3, "alternative": ["none", "a", "b" * 90] * 2}
    fits(ahp.rank(ahp.read(scenarios | {"tps": [1, 2, 3, 1, 3, 2]})))


def test_many_criteria_fold_instead_of_wrapping():
    names = [f"a criterion with a name {n}" for n in range(12)]
    criteria = tuple(ahp.Criterion(name, "benefit", f"m{n}") for n, name in enumerate(names))
    measures = tuple(user_measure(f"m{n}", better="higher") for n in range(12))
    table = {"alternative": ["none", "a", "b"]} | {f"m{n}": [1, 2 + n, 3] for n in range(12)}
    study = ahp.Study(criteria, baseline="none", measures=measures)
    text = "\n".join(fits(ahp.rank(ahp.read(table, study=study), study)))
    assert text.count("%") >= 2 * 12  # of both alternatives
    assert "more in --explain" not in text


def test_costs_that_have_no_room_are_told_of_the_choice(examples):
    text = ahp.rank(ahp.read(examples / "studies" / "iibench" / "results.csv")).report()
    assert re.search(r"^ *myrocks-zstd also: CPU -\d+ %$|^myrocks-zstd +-\d+ %$", text, flags=re.M), text
    assert "more in --explain" not in text


@pytest.mark.parametrize(("alternatives", "runs"), [(5, 5), (15, 5), (30, 2)])
def test_three_scenarios_take_thirty_lines_whoever_is_in_them(alternatives, runs):
    rng = random.Random(alternatives)
    heads = ("scenario", "alternative", "run", "tps", "p99_ms", "cpu_pct")
    rows = []
    for scenario in ("work0", "work1", "work2"):
        for name in ("none", *(f"codec{n}" for n in range(alternatives))):
            own = [number * rng.uniform(0.7, 1.4) for number in (900.0, 10.0, 30.0)]
            rows += [
                (scenario, name, run, *(number * rng.uniform(0.97, 1.03) for number in own))
                for run in range(runs)
            ]
    table = dict(zip(heads, map(list, zip(*rows, strict=True)), strict=True))
    assert len(ahp.rank(ahp.read(table, baseline="none")).report().splitlines()) <= 30


def test_a_reference_page_is_folded_answer_first(examples):
    page = ahp.report.render(shipped(examples, "zfs_oltp"), "html")
    assert page.index("The answers") < page.index("<details")


def test_what_was_assumed_and_what_is_not_counted_are_told_whole_before_what_is_doubtful(tmp_path):
    path = tmp_path / "with a name that is rather long, as those of people are who keep many.csv"
    path.write_text(
        "item,requests/s,note_ms,other_ms,free_ms\nalpha,120,4,1,7\nbeta,150,5,2,9\ngamma,90,3,4,8\nnone,100,3,1,7\n"
    )
    text = " ".join("\n".join(fits(ahp.rank(ahp.read(path)))).split())
    assumed = text.index("Note: assumed: column 'item' is taken for the names of the alternatives")
    assert "(--map alternative=COLUMN names another)" in text[assumed:]
    assert (
        text.index("Not counted: 'note_ms' (less is better), 'other_ms' (less is better), 'free_ms'")
        < assumed
    )


def test_names_and_words_are_left_out_and_never_cut(tmp_path):
    path = tmp_path / "fs.csv"
    path.write_text(
        "fs,Sequential read (MB/s),Sequential write (MB/s),Random read IOPS,Random write IOPS\n"
        "ext4,520,480,92000,81000\nxfs,525,495,95000,84000\n"
    )
    answer = fits(ahp.rank(ahp.read(path)))
    assert "Ranked by benefit (Sequential read (MB/s), 3 more) alone: no cost counts." in answer
    assert not any(
        line.endswith("…") and line[-2] != " " for line in answer if line.startswith(("Note", "Ranked"))
    )


def test_a_spread_that_stands_in_the_cells_is_not_called_unknown(write):
    path = write("t.md", "| Language | Time (s) |\n|---|---|\n| C | 1.02 ± 0.01 |\n| Go | 1.88 ± 0.05 |\n")
    answer = fits(ahp.rank(ahp.read(path)))
    assert "How sure (one mean each, spread not counted; survives: first in 95 of 100 draws)" in answer


def test_however_many_columns_do_not_count_it_is_told_that_they_may_change_the_choice():
    table = {"alternative": ["none", "a", "b"], "tps": [100, 120, 110]}
    table |= {f"power of the rail {n} (W)": [n + 1, n + 2, n + 3] for n in range(9)}
    answer = ahp.rank(ahp.read(table)).report()
    told = " ".join(answer.partition("Not counted: ")[2].partition("\n\n")[0].split())
    assert "more; counting them may change the choice" in told


def test_all_notes_stand_in_full_where_more_is_asked_for():
    table = {"an alternative of a rather long heading": ["none", "a", "b"], "tps": [100, 120, 110]}
    table |= {f"column {n} (ops/s)": [n + 1, n + 3, n + 2] for n in range(20)}
    decision = ahp.rank(ahp.read({"what": table.pop(next(iter(table))), **table}))
    for detail in ("why", "all"):
        told = decision.report("text", detail)
        assert "--explain" not in told.partition("Why: ")[0]
        for note in decision.to_dict()["audit"]:
            if note["check"] == "assumed":
                assert note["detail"].rstrip(".") in " ".join(told.split())


@pytest.mark.parametrize("study", STUDIES)
def test_how_more_would_count_is_told_whether_or_not_the_command_has_room(study, capsys):
    main([f"examples/studies/{study}/results.csv"])
    block = capsys.readouterr().out.partition("Not counted: ")[2].partition("\n\n")[0]
    told, _, command = block.partition(":\n")
    assert "may change the choice" in " ".join(told.split())
    assert command.startswith("ahp-rank ") or re.search(r"by\s--(cost|benefit)\s", told)


def test_a_note_on_the_runs_goes_before_the_length_of_what_does_not_count(capsys):
    main(["examples/studies/zfs/results.csv"])
    out = capsys.readouterr().out
    assert "Note: 1 of 12 runs was disturbed." in out
    assert "Not counted: 21 columns" in out
    assert len(out.splitlines()) <= 30


def test_a_document_that_an_older_version_saved_tells_its_warnings(tmp_path):
    document = ahp.rank(ahp.read({"alternative": ["a", "b"], "tps": [2, 3]}), None).to_dict()
    old = {**document, "warnings": ["not counted: 'price'"]}
    del old["audit"], old["not_counted"]
    assert "Note: not counted: 'price'." in render(old, "text")


def test_the_command_that_would_count_more_writes_no_report(tmp_path, capsys, write):
    table = write("t.csv", "alternative,tps,price\na,2,3\nb,3,4\n")
    main([str(table), "--format", "json", f"--output={tmp_path / 'o.json'}", "--benefit", "tps"])
    command = json.loads((tmp_path / "o.json").read_text())["not_counted"]["command"]
    assert command == ["ahp-rank", str(table), "--benefit", "tps", "--cost", "price"]


def test_a_choice_that_another_beats_everywhere_is_the_first_finding(examples):
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
    document = decision.to_dict()
    assert document["audit"][0]["check"] == decision.findings[0].check == "dominated"
    assert document["audit"][0]["to"] == "LZJB"
    relative = document["across_scenarios"]["values"].values()
    assert all(values["LZJB"] >= values["ZLE"] for values in relative)
    told = (
        "LZJB beats ZLE in Calling Circle (1.64 against 1.21 of benefit per cost), and is no worse elsewhere."
    )
    for format, detail in (("text", "answer"), ("text", "why"), ("markdown", None), ("html", None)):
        assert told in " ".join(decision.report(format, detail).split())


def test_the_standing_of_the_unknown_is_in_the_document(examples):
    across = ahp.rank(ahp.read(examples / "zfs_oltp.csv")).to_dict()["across_scenarios"]
    assert across["recommended"]["standing"] == {"name": "LZJB", "keeps": False, "sure": True}
    assert across["recommended"]["margin"]["noise_95"] > 0.2


def test_the_choice_for_the_unknown_is_as_sure_as_what_it_bears():
    table = {"scenario": ["A"] * 3 + ["B"] * 3, "alternative": ["none", "a", "b"] * 2}
    rows = {
        "tps": "1000 999 1050 1000 1500 1050",
        "p99_ms": "10 3 9.5 10 3 9.5",
        "cpu_pct": "20 24 40 20 24 40",
    }
    rows = {heading: cells.split() for heading, cells in rows.items()}
    decision = ahp.rank(ahp.read({**table, **rows}, baseline="none"))
    assert all(scenario.standing.sure for scenario in decision.scenarios)
    found = decision.to_dict()["across_scenarios"]["recommended"]
    assert found["standing"] == {"name": "b", "keeps": False, "sure": False}
    assert found["margin"]["noise_95"] < 0.001
    text = decision.report()
    assert re.search(r"^not known  b \?     survives ±0\.0\d+ % error$", text, flags=re.M)
    assert "Whether never worse than the baseline the printed digits leave open of a and b" in " ".join(
        text.split()
    )


def test_scenarios_of_one_choice_are_told_by_where_their_names_differ():
    text = microbenchmarks(5).report()
    assert re.search(r"^…\d, …\d", text, flags=re.M)


def test_why_has_every_column_of_a_wide_table(capsys, write):
    heads = [f"power of rail {n} (W)" for n in range(9)]
    rows = [f"{name},{9 + n},{','.join(str(n + k + 1) for k in range(9))}" for n, name in enumerate("abc")]
    path = write("t.csv", "\n".join([f"name,tps,{','.join(heads)}", *rows, ""]))
    arguments = [str(path), *(part for head in heads for part in ("--cost", head))]
    main(arguments)
    answer = capsys.readouterr().out
    assert all(re.search(rf"\b{n} \(W\)|…{n}…", answer) for n in range(9))
    main([*arguments, "--explain"])
    why = capsys.readouterr().out.partition("\nmeasured")[2]
    assert all(re.search(rf"\b{n} \(W\)|…{n}…", why) for n in range(9))


def test_why_a_decisive_choice_has_more_than_one_rank_is_said(examples):
    document = ahp.rank(ahp.read(examples / "pg_wal_runs.csv")).to_dict()
    scenario = document["scenarios"][0]
    (first,) = scenario["choose"]
    scenario["standing"] |= {"word": "decisive", "names": [first]}
    for worst, told in ((2, True), (1, False)):
        scenario["confidence"]["rank_sets"][first] = [1, worst]
        for format, detail in (("text", "why"), ("html", None), ("markdown", None)):
            page = " ".join(render(document, format, detail).split())
            assert ("Decisive is the lead over each rival" in page) is told


def test_a_command_of_a_long_path_is_not_broken(capsys, write):
    path = write(f"{'a' * 90}.csv", "name,tps,power (W)\na,5,1\nb,6,2\n")
    for detail in ([], ["--explain"]):
        main([str(path), *detail])
        assert any(str(path) in line for line in capsys.readouterr().out.splitlines())


def test_draws_that_an_index_cannot_score_leave_nobody_open():
    table = {
        "alternative": ["none"] * 3 + ["a"] * 3 + ["b"] * 3,
        "run": [1, 2, 3] * 3,
        "tps": ["100", "102", "101", "190", "193", "191", "120", "118", "119"],
        "p99_ms": ["10", "10.2", "10.1", "5", "5.1", "5.2", "9", "9.2", "9.1"],
        "cpu_pct": ["50", "51", "50.5", "55", "55.3", "55.1", "75", "74", "76"],
    }
    decision = ahp.rank(ahp.read(table, baseline="none"), index="improvement")
    text = " ".join(decision.report().split())
    assert re.search(r"too few runs the index cannot score 0\.\d+ % of draws; --index auto can", text)
    assert "leave open who is first" not in text
    assert "do not tell it from the baseline" not in " ".join(decision.report(detail="why").split())


def test_what_is_said_to_change_no_choice_changes_none(write, capsys):
    draw, agreed = random.Random(5), 0
    for number in range(40):
        rows = [f"a{at},{draw.randint(1, 9)},{draw.randint(1, 9)},{draw.randint(1, 9)}" for at in range(3)]
        file = str(write(f"{number}.csv", "\n".join(["alternative,tps,memory (MB),score", *rows]) + "\n"))
        document = document_of([file], capsys)
        chosen = document["scenarios"][0]["rankings"]["benefit"][0]
        options = document["not_counted"]["options"]
        for column in document["not_counted"]["columns"]:
            if column.get("agrees") and column["column"] in options:
                at = options.index(column["column"])
                counted = document_of([file, *options[at - 1 : at + 1]], capsys)["scenarios"][0]["rankings"]
                assert (counted["benefit_to_cost"] or counted["benefit"])[0] == chosen
                agreed += 1
    assert agreed > 20


def document_of(arguments, capsys):
    assert main([*arguments, "--format", "json", "--no-confidence"]) == 0
    return json.loads(capsys.readouterr().out)
