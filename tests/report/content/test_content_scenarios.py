"""Everything about a scenario is said."""

import pytest
from report.html.pages_of import large, shipped

from ahp.report.content.scenarios import content_of


def scenario(document, number=0):
    return content_of(document, document["scenarios"][number], str)


def test_matrices_stand_with_their_consistency_and_priorities(examples):
    found = scenario(shipped(examples, "zfs_oltp"))
    assert len(found.matrices) == 4
    saving = found.matrices[0]
    assert saving.caption.startswith("storage_saving: λ_max = 3.0000, CI = 0.0000, CR = 0.0000")
    assert saving.heads == ("alternative", "compression_ratio", "saving", "ZLE", "LZJB", "LZ4", "priority")
    assert saving.rows[0][1] == "1.69 x"
    assert saving.rows[0][3] == "1"
    assert saving.rows[0][-1] == "0.2254"


def test_every_measurement_stands_in_it_once(examples):
    document = shipped(examples, "pg_wal_runs")
    table = scenario(document).every_run
    cells = [cell for row in table.rows for cell in row[2:]]
    assert len(cells) == len(document["scenarios"][0]["measurements"])
    assert sorted(map(float, cells)) == pytest.approx(
        sorted(m["value"] for m in document["scenarios"][0]["measurements"]), rel=1e-11
    )


def test_changes_against_the_baseline_stand_beside_what_was_measured(examples):
    table = scenario(shipped(examples, "zfs_oltp")).measured
    throughput = table.heads.index("throughput: against Baseline")
    assert [row[throughput] for row in table.rows] == ["+3.6 %", "+18.2 %", "+27.3 %"]


def test_every_audit_has_its_verdict_in_a_word_and_a_sign(examples):
    document = shipped(examples, "zfs_oltp")
    verdicts = [row[1] for row in scenario(document).audits.rows]
    assert len(verdicts) == len(document["scenarios"][0]["audit"])
    assert {"✓ holds", "✗ flips"} == set(verdicts)


def test_how_sure_it_is_has_a_row_for_each_alternative(examples):
    found = scenario(shipped(examples, "oracle_tablespace", "oracle_tablespace"))
    assert found.sure == ()  # one run each


def test_a_matrix_of_many_has_numbers_for_columns_and_a_larger_one_none(tmp_path):
    found = scenario(large(tmp_path, alternatives=13, criteria=2, scenarios=1))
    assert found.matrices[0].heads[3:6] == ("1", "2", "3")
    assert found.matrices[0].rows[0][0] == "1 alternative 0"
    assert found.matrices[0].rows[2][3:6] == ("", "", "1")
    assert found.matrices[0].caption.endswith("below the diagonal would stand the inverses")
    assert len(found.sure) > 1
    more = scenario(large(tmp_path, alternatives=31, criteria=2, scenarios=1))
    assert "is not kept" in more.matrices[0].caption
    assert more.matrices[0].heads == ("alternative", "measure_0", "value", "priority")
    assert len(more.matrices[0].rows) == 31
