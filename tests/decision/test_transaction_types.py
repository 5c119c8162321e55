"""Transaction types from a harness's own files to the ranking: one number only by a rule that was declared.

The values are typed off the files: BenchBase's windows of TPC-C (two full windows with lz4, one and a last
one without), the time profile of HammerDB 4.3 and the job report of HammerDB 6.
"""

import re

import pytest
from ingest.damage import SHARED, located

import ahp

# Requests per second in the full windows, and by window the rate, the mean and the maximum in ms.
OFF = {
    "NewOrder": (418.2, [(418.2, 5.915), (454.8, 6.161)], 1010.103),
    "Payment": (403.8, [(403.8, 2.711), (428.6, 1.807)], 25.274),
    "OrderStatus": (40.0, [(40.0, 1.034), (41.8, 0.880)], 36.101),
    "Delivery": (37.2, [(37.2, 7.701), (42.0, 6.853)], 35.680),
    "StockLevel": (37.0, [(37.0, 2.587), (38.6, 2.183)], 14.285),
}
LZ4 = {
    "NewOrder": (345.6, [(372.0, 7.446), (319.2, 7.832), (7.6, 7.915)], 1010.047),
    "Payment": (320.9, [(352.2, 2.555), (289.6, 3.475), (14.2, 3.812)], 22.301),
    "OrderStatus": (28.4, [(30.2, 1.034), (26.6, 1.223), (0.4, 1.817)], 9.068),
    "Delivery": (28.7, [(30.4, 6.954), (27.0, 13.149), (1.4, 13.946)], 60.371),
    "StockLevel": (29.7, [(31.6, 2.562), (27.8, 3.533), (1.2, 3.464)], 30.667),
}
TPCC = (("NewOrder", 45), ("Payment", 43), ("OrderStatus", 4), ("Delivery", 4), ("StockLevel", 4))


def mean(windows):
    return sum(rate * time for rate, time in windows) / sum(rate for rate, _ in windows)


def mixed(types, shares):
    return sum(mean(types[kind][1]) * share for kind, share in shares) / sum(share for _, share in shares)


@pytest.fixture
def by_type():
    located("benchbase", "own/benchbase/tpcc_off.results.csv")
    folder = SHARED / "samples" / "own" / "benchbase"
    files = [f"{name}={folder}/tpcc_{name}.results.{kind}.csv" for name in ("off", "lz4") for kind in OFF]
    return ahp.read(*files, baseline="off")


def ratio(measured, measure, **options):
    """Off's value divided by that of lz4, as the criterion sees them."""
    criterion = ahp.Criterion("c", "benefit", (measure,), index="value", **options)
    decision = ahp.rank(measured, ahp.Study((criterion,)), include_baseline="always")
    values = decision["default"].criteria["c"].values
    return values["off"] / values["lz4"]


def test_types_are_combined_as_declared(by_type):
    own = [mixed(types, [(kind, types[kind][0]) for kind in types]) for types in (OFF, LZ4)]
    most = tuple(kind for kind in OFF if kind != "NewOrder")
    for measure, options, expected in [
        ("throughput", {"combine": "sum"}, 936.2 / 753.3),
        ("throughput", {"combine": "sum", "transactions": ("NewOrder", "Payment")}, (418.2 + 403.8) / (345.6 + 320.9)),
        ("response_time_max", {"combine": "worst"}, 1010.047 / 1010.103),
        ("response_time_max", {"combine": "worst", "transactions": most}, 60.371 / 36.101),
        ("response_time_mean", {"combine": "mix"}, own[1] / own[0]),  # by each one's own throughput
        ("response_time_mean", {"combine": "mix", "mix": TPCC}, mixed(LZ4, TPCC) / mixed(OFF, TPCC)),
        *(("throughput", {"transactions": kind}, OFF[kind][0] / LZ4[kind][0]) for kind in OFF),
        *(("response_time_mean", {"transactions": kind}, mean(LZ4[kind][1]) / mean(OFF[kind][1])) for kind in OFF),
    ]:  # fmt: skip
        assert ratio(by_type, measure, **options) == pytest.approx(expected)
    with pytest.raises(
        ahp.MeasureError, match=r"throughput of 'off' stands by transaction type only.*NewOrder"
    ):
        ahp.rank(by_type)


PAY_AND_ORDER = {
    "alternative": ["none", "a", "b"] * 2,
    "transaction": ["pay"] * 3 + ["order"] * 3,
    "response_time_mean_ms": ["20", "15", "12", "200", "130", "160"],
}


def _pay_and_order():
    criteria = tuple(
        ahp.Criterion(f"{kind}s", "benefit", ("response_time_mean",), transactions=(kind,), weight=weight)
        for kind, weight in (("order", 1.0), ("pay", 1.4))
    )
    (scenario,) = ahp.rank(ahp.read(PAY_AND_ORDER), ahp.Study(criteria)).to_dict()["scenarios"]
    return scenario


def test_one_measure_of_two_types_is_two_measurements():
    scenario = _pay_and_order()
    assert len(scenario["margin"]["all"]) == 6
    found = {(e["alternative"], e["criterion"]): e["change"] for e in scenario["margin"]["all"]}

    def lead(pay):
        """How far b is ahead of a where b's payments take other than 12 ms."""
        gains = {"order": (200 / 130 - 1, 200 / 160 - 1), "pay": (20 / 15 - 1, 20 / pay - 1)}
        shares = {kind: (b - a) / (a + b) for kind, (a, b) in gains.items()}
        return shares["order"] + 1.4 * shares["pay"]

    change = found["b", "pays"]
    assert lead(12 * (1 + change * 0.999)) > 0 > lead(12 * (1 + change * 1.001))


def test_digits_name_the_type_and_stay_within_what_was_printed():
    (finding,) = (f for f in _pay_and_order()["audit"] if f["check"] == "digits")
    assert finding["verdict"] == "flips"
    moved = re.findall(r"(\w+)'s response_time_mean \((\w+)s\) ([\d.]+) instead of (\d+)", finding["detail"])
    cells = zip(*PAY_AND_ORDER.values(), strict=True)
    printed = {(name, kind): cell for name, kind, cell in cells}
    assert moved
    for name, kind, then, now in moved:
        assert printed[name, kind] == now
        assert 0 < abs(float(then) - float(now)) <= 0.5
