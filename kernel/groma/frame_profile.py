"""What the values of a column are like: how many, how many are missing, their range and how often which comes."""

import numpy
import pandas
from pandas.api import types

BARS = 20
MOST_FREQUENT = 6
LONGEST = 120
MOST_COUNTED = 2_000_000


def profile(values):
    """Counts and figures of a column. Figures and bars are there for numbers and moments, the frequent values for all else."""
    rows = len(values)
    present = values.dropna()
    found = {"rows": rows, "missing": rows - len(present)}
    dtype = values.dtype
    is_number = types.is_numeric_dtype(dtype) and not types.is_bool_dtype(dtype) and not types.is_complex_dtype(dtype)
    if is_number:
        return {**found, **distinct(present), **figures(present)}
    if types.is_datetime64_any_dtype(dtype):
        return {**found, **distinct(present), **moments(present)}
    return {**found, **frequent(present)}


def distinct(present):
    """How many different ones there are, unless counting them would take seconds."""
    if len(present) > MOST_COUNTED:
        return {}
    return {"distinct": int(present.nunique())}


def figures(present):
    numbers = present.to_numpy(dtype="float64", na_value=numpy.nan)
    numbers = numbers[numpy.isfinite(numbers)]
    if len(numbers) == 0:
        return {}
    counts, edges = numpy.histogram(numbers, bins=BARS)
    return {
        "figures": {
            "min": float(numbers.min()),
            "max": float(numbers.max()),
            "mean": float(numbers.mean()),
            "median": float(numpy.median(numbers)),
            "deviation": float(numbers.std(ddof=1)) if len(numbers) > 1 else None,
        },
        "bars": counts.tolist(),
    }


def moments(present):
    if len(present) == 0:
        return {}
    present = pandas.Series(pandas.DatetimeIndex(present))
    ticks = present.astype("int64").to_numpy()
    counts, _edges = numpy.histogram(ticks, bins=BARS)
    return {"range": [str(present.min()), str(present.max())], "bars": counts.tolist()}


def frequent(present):
    """The most frequent values by their texts: lists and records have no other equality."""
    if str(present.dtype) == "geometry":
        present = present.geom_type
    try:
        counts = present.value_counts()
    except (TypeError, NotImplementedError):
        counts = present.map(str).value_counts()
    counts = counts[counts > 0]
    most = [{"value": short(value), "count": int(count)} for value, count in counts.head(MOST_FREQUENT).items()]
    return {"distinct": len(counts), "values": most}


def short(value):
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
