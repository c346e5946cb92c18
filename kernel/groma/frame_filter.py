"""Which values of a column pass a filter of the grid."""

import numpy
import pandas
from pandas.api import types


def passes(values, wanted):
    """A mask over the values. `wanted`: `operator`, and `value` where the operator compares."""
    operator = wanted["operator"]
    if operator == "isNull":
        return values.isna()
    if operator == "isNotNull":
        return values.notna()
    if isinstance(values.dtype, pandas.CategoricalDtype):
        return in_categories(values, wanted)
    if types.is_bool_dtype(values.dtype):
        mask = values == bool(wanted["value"])
    elif types.is_datetime64_any_dtype(values.dtype) and operator != "startsWith":
        mask = compared(values, operator, moment(wanted["value"], values.dtype))
    elif types.is_numeric_dtype(values.dtype) and not types.is_complex_dtype(values.dtype):
        mask = compared(values, operator, number(wanted["value"]))
    else:
        mask = text_passes(values, operator, str(wanted["value"]))
    return mask.fillna(False) if hasattr(mask, "fillna") else mask


def in_categories(values, wanted):
    """Each category is looked at once, however many rows have it."""
    mask = numpy.asarray(passes(pandas.Series(values.cat.categories), wanted), dtype=bool)
    codes = values.cat.codes.to_numpy()
    return numpy.append(mask, False)[codes]


def compared(values, operator, value):
    if value is None:
        return numpy.zeros(len(values), dtype=bool)
    if operator == "equals":
        return values == value
    if operator == "notEquals":
        return (values != value) & values.notna()
    if operator == "less":
        return values < value
    if operator == "lessOrEqual":
        return values <= value
    if operator == "greater":
        return values > value
    return values >= value


def number(value):
    """Whole numbers as whole, for a double has not all their digits."""
    try:
        return int(value) if isinstance(value, str) and value.strip("-").isdigit() else float(value)
    except (TypeError, ValueError):
        return None


def moment(value, dtype):
    """A moment as it was typed, in the column's own zone where none is named; None for what is none."""
    try:
        read = pandas.Timestamp(str(value))
    except ValueError:
        return None
    zone = getattr(dtype, "tz", None) or getattr(getattr(dtype, "pyarrow_dtype", None), "tz", None)
    if zone is None:
        return read.tz_localize(None) if read.tzinfo else read
    return read.tz_localize(zone) if read.tzinfo is None else read


def text_passes(values, operator, wanted):
    """By the text of each value. Letters count the same in both cases, except where the whole text is asked for."""
    texts = values if types.is_string_dtype(values.dtype) and values.dtype != object else values.map(str, na_action="ignore")
    if operator == "contains":
        return texts.str.contains(wanted, case=False, regex=False, na=False)
    if operator == "startsWith":
        return texts.str[: len(wanted)].str.lower() == wanted.lower()
    if operator == "notEquals":
        return (texts != wanted) & values.notna()
    if operator == "equals":
        return texts == wanted
    return compared(texts, operator, wanted)
