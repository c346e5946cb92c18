"""Classifies the pixels of an image: `classify.py SETTINGS OUTPUT`. SETTINGS names what is beside it, OUTPUT is a folder.

Memory stays flat: pixels are read and written by windows, and no more of them are learnt from than `MOST` says.
"""

import csv
import itertools
import json
import os
import re

import numpy as np
import rasterio
from rasterio.windows import Window
from say import Unreadable, loss, progress, run

# Pixels of a window, how wide it is where an image has tiles, and how many are classified at once.
WINDOW, COLUMNS, AT_ONCE = 1 << 20, 2048, 1 << 18
# Pixels that clusters are made of, and that are learnt from or tested with of each class.
MOST, MOST_OF_CLASS = 100_000, 20_000
MOST_CLASSES = 64
LEARNING, SAMPLING = 0.5, 0.25
COLORS = """#4e79a7 #f28e2b #59a14f #e15759 #76b7b2 #edc948 #b07aa1 #9c755f #ff9da7 #86bcb6 #d37295 #8cd17d #b6992d
#499894 #fabfd2 #79706e #d4a6c8 #f1ce63 #a0cbe8 #ffbe7d""".split()

KNOWN = {
    r"water|lake|river|sea\b|ocean": "#4e79a7",
    r"forest|wood|tree": "#38761d",
    r"grass|meadow|pasture": "#8cd17d",
    r"crop|field|farm|agricult": "#edc948",
    r"urban|built|city|building|settlement": "#e15759",
    r"bare|soil|sand|rock|desert": "#b6992d",
    r"snow|ice\b|glacier": "#a0cbe8",
    r"cloud": "#bab0ac",
}


def main(words: list[str]) -> None:
    settings, output = words
    with open(settings) as file:
        wanted = json.load(file)
    folder = os.path.dirname(settings)
    with rasterio.Env(GDAL_CACHEMAX=128), rasterio.open(os.path.join(folder, wanted["image"])) as image:
        bands = [band_number(image, each) for each in wanted["bands"]] or colour_bands(image)
        if wanted["method"] == "k_means":
            model, names = clusters(image, bands, wanted["clusters"], wanted["seed"])
        else:
            model, names = forest(image, bands, wanted, folder, output)
        colors = colors_of(names)
        classes = [{"value": at + 1, "name": name, "color": colors[at]} for at, name in enumerate(names)]
        write(image, bands, model, classes, os.path.join(output, "classes.tif"))
    with open(os.path.join(output, "classes.json"), "w") as file:
        json.dump(classes, file)
    progress(1)


def colors_of(names: list[str]) -> list[str]:
    """Colours that people expect of some classes, by words of their names, and for the others those that are left."""
    known = [next((color for words, color in KNOWN.items() if re.search(words, name.lower())), None) for name in names]
    known = [color if color not in known[:at] else None for at, color in enumerate(known)]
    left = itertools.cycle([color for color in COLORS if color not in known])
    return [color or next(left) for color in known]


def band_number(image, text: str) -> int:
    wanted = text.strip().lower()
    named = [str(each or "").strip().lower() for each in image.descriptions]
    number = named.index(wanted) + 1 if wanted in named else int(wanted.removeprefix("b") or 0)
    if not 1 <= number <= image.count:
        raise Unreadable(f"the image has no band “{text}”")
    return number


def colour_bands(image) -> list[int]:
    """All bands but alpha."""
    alpha = rasterio.enums.ColorInterp.alpha
    return [at + 1 for at, kind in enumerate(image.colorinterp) if kind != alpha]


def windows(image):
    """Windows of whole blocks that are small enough to be held, with how far each is."""
    down, across = image.block_shapes[0]
    columns = image.width if across == image.width else max(1, COLUMNS // across) * across
    rows = max(1, WINDOW // min(columns, image.width) // down) * down
    if columns * rows > 4 * WINDOW:
        rows = max(1, WINDOW // columns)
    for top in range(0, image.height, rows):
        height = min(rows, image.height - top)
        for left in range(0, image.width, columns):
            width = min(columns, image.width - left)
            yield Window(left, top, width, height), (top + height * (left + width) / image.width) / image.height


def values(image, bands: list[int], window) -> tuple[np.ndarray, np.ndarray]:
    """The values of each pixel as a row, and whether all of them are there."""
    read = image.read(bands, window=window)
    there = (image.read_masks(bands, window=window) != 0).all(axis=0).ravel()
    rows = read.reshape(len(bands), -1).T.astype("float32")
    return rows, there & np.isfinite(rows).all(axis=1)


def clusters(image, bands: list[int], count: int, seed: int):
    """k-means of pixels from all over the image, in units of the spread of each band; the darkest comes first."""
    from sklearn.cluster import KMeans
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    random = np.random.default_rng(seed)
    taken = Reservoir(MOST, random)
    for window, done in windows(image):
        rows, there = values(image, bands, window)
        taken.add(rows[there])
        progress(SAMPLING * done)
    (learnt,) = taken.columns()
    if len(np.unique(learnt, axis=0)) < count:
        raise Unreadable(f"the image has fewer than {count} different pixels")
    means = KMeans(count, n_init=5, random_state=seed)
    model = make_pipeline(StandardScaler(), means).fit(learnt)
    progress(LEARNING)
    order = np.argsort(means.cluster_centers_.sum(axis=1), kind="stable")
    place = np.empty(count, "uint8")
    place[order] = np.arange(1, count + 1)
    return lambda rows: place[model.predict(rows)], [f"Class {at + 1}" for at in range(count)]


class Reservoir:
    """The rows with the smallest of random keys: a sample that does not depend on the windows it comes by."""

    def __init__(self, most: int, random):
        self.most, self.random, self.keys, self.parts = most, random, np.empty(0), None

    def add(self, *columns: np.ndarray) -> None:
        keys = self.random.random(len(columns[0]))
        if len(self.keys) >= self.most:
            near = keys < self.keys.max()
            keys, columns = keys[near], tuple(each[near] for each in columns)
        self.keys = np.concatenate([self.keys, keys])
        self.parts = columns if self.parts is None else tuple(map(np.concatenate, zip(self.parts, columns)))
        if len(self.keys) > self.most:
            least = np.sort(np.argpartition(self.keys, self.most)[: self.most])
            self.keys, self.parts = self.keys[least], tuple(each[least] for each in self.parts)

    def columns(self) -> tuple[np.ndarray, ...]:
        return self.parts or (np.empty((0, 0)),)


def forest(image, bands: list[int], wanted: dict, folder: str, output: str):
    """A random forest of the pixels in areas whose class is known. A share of the areas is held back to test it."""
    from sklearn.ensemble import RandomForestClassifier

    areas, of_class, names = training(image, os.path.join(folder, wanted["areas"]), wanted["column"])
    random = np.random.default_rng(wanted["seed"])
    samples = [Reservoir(MOST_OF_CLASS * 2, random) for _ in names]
    for window, done in windows(image):
        for kind, rows, area in known_pixels(image, bands, window, areas, of_class):
            samples[kind].add(rows, area)
        progress(SAMPLING * done)
    learnt, tested = ([], []), ([], [])
    for kind, sample in enumerate(samples):
        if sample.parts is None:
            raise Unreadable(f"no pixel of the image has its centre in an area of “{names[kind]}”")
        rows, area = sample.columns()
        test = held_back(area, wanted["test_share"] / 100, random)
        for side, chosen in ((learnt, ~test), (tested, test)):
            side[0].append(rows[chosen][:MOST_OF_CLASS])
            side[1].append(np.full(min(int(chosen.sum()), MOST_OF_CLASS), kind + 1, "uint8"))
    model = RandomForestClassifier(wanted["trees"], random_state=wanted["seed"], n_jobs=1)
    model.fit(np.concatenate(learnt[0]), np.concatenate(learnt[1]))
    progress(LEARNING)
    actual = np.concatenate(tested[1])
    if len(actual) > 0:
        write_accuracy(actual, model.predict(np.concatenate(tested[0])), names, os.path.join(output, "accuracy.csv"))
    return lambda rows: model.predict(rows).astype("uint8"), names


def training(image, path: str, column: str):
    """The areas in the system of the image, the class of each, and what the classes are called."""
    import geopandas

    if image.crs is None:
        raise Unreadable("the image does not say where it is")
    import pyogrio

    layers = [name for name, _ in pyogrio.list_layers(path)]
    frames = [geopandas.read_file(path, layer=name) for name in layers]
    if not any(column in frame for frame in frames):
        raise Unreadable(f"the areas have no column “{column}”")
    import pandas

    frame = geopandas.GeoDataFrame(pandas.concat([each for each in frames if column in each], ignore_index=True))
    frame = frame[frame.geometry.notna() & ~frame.geometry.is_empty & frame[column].notna()]
    frame = frame.set_crs("EPSG:4326", allow_override=True).to_crs(image.crs.to_wkt())
    said = frame[column].map(plain)
    frame, said = frame[said != ""], said[said != ""]
    names = sorted(set(said), key=lambda name: (not is_number(name), float(name) if is_number(name) else 0, name))
    if not 2 <= len(names) <= MOST_CLASSES:
        raise Unreadable(f"the column “{column}” names {len(names)} classes, and 2 to {MOST_CLASSES} can be told apart")
    return list(frame.geometry), np.array([names.index(each) for each in said]), names


def plain(value) -> str:
    whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
    return str(int(value) if whole else value).strip()[:255]


def is_number(text: str) -> bool:
    try:
        return np.isfinite(float(text))
    except ValueError:
        return False


def known_pixels(image, bands, window, areas, of_class):
    """By class, the values of the pixels of a window whose centre lies in one area or several of that class."""
    from rasterio.features import rasterize
    from shapely.geometry import box

    transform = image.window_transform(window)
    shape = (int(window.height), int(window.width))
    left, bottom, right, top = rasterio.transform.array_bounds(*shape, transform)
    part = box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))
    here = [at for at, area in enumerate(areas) if area.intersects(part)]
    if not here:
        return
    burnt = np.zeros(shape, "int32")
    doubtful = np.zeros(shape, bool)
    for at in here:
        inside = rasterize([areas[at]], out_shape=shape, transform=transform, dtype="uint8").astype(bool)
        others = inside & (burnt > 0)
        if others.any():
            doubtful |= others & (of_class[burnt - 1] != of_class[at])
        burnt[inside & ~others] = at + 1
    if doubtful.any():
        loss("Pixels in areas of two classes are left out.")
        burnt[doubtful] = 0
    rows, there = values(image, bands, window)
    area = burnt.ravel()
    chosen = np.flatnonzero((area > 0) & there)
    kinds = of_class[area[chosen] - 1]
    for kind in np.unique(kinds):
        own = chosen[kinds == kind]
        yield int(kind), rows[own], area[own]


def held_back(area: np.ndarray, share: float, random) -> np.ndarray:
    """Which pixels of a class test it: those of whole areas, as neighbours are alike; of a single area some pixels."""
    if share == 0:
        return np.zeros(len(area), bool)
    areas = np.unique(area)
    if len(areas) == 1:
        count = min(len(area) - 1, max(1, round(share * len(area)))) if len(area) > 1 else 0
        test = np.zeros(len(area), bool)
        test[random.permutation(len(area))[:count]] = True
        return test
    count = min(len(areas) - 1, max(1, round(share * len(areas))))
    return np.isin(area, random.permutation(areas)[:count])


def write_accuracy(actual: np.ndarray, found: np.ndarray, names: list[str], path: str) -> None:
    """
    The confusion matrix, with actual classes as rows: producer's accuracy is what of a class was found, user's accuracy
    what of that which was found is right; kappa after Cohen (1960).
    """
    count = len(names)
    matrix = np.zeros((count, count), "int64")
    np.add.at(matrix, (actual.astype(int) - 1, found.astype(int) - 1), 1)
    total, right = matrix.sum(), np.trace(matrix)
    rows, columns = matrix.sum(axis=1), matrix.sum(axis=0)
    chance = float((rows / total * (columns / total)).sum())
    overall = right / total
    kappa = (overall - chance) / (1 - chance) if chance < 1 else 1.0
    share = lambda part, whole: "" if whole == 0 else round(float(part / whole), 6)  # noqa: E731
    with open(path, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["actual", *names, "total", "producers_accuracy"])
        for at, name in enumerate(names):
            table.writerow([name, *matrix[at], rows[at], share(matrix[at, at], rows[at])])
        table.writerow(["total", *columns, total, ""])
        table.writerow(["users_accuracy", *(share(matrix[at, at], columns[at]) for at in range(count)), "", ""])
        table.writerow(["overall_accuracy", *[""] * count, "", round(float(overall), 6)])
        table.writerow(["kappa", *[""] * count, "", round(float(kappa), 6)])


def write(image, bands: list[int], model, classes: list[dict], path: str) -> None:
    """Each pixel as the number of its class, 0 for none, with the colours and names of the classes."""
    profile = dict(
        driver="GTiff", width=image.width, height=image.height, count=1, dtype="uint8", nodata=0, crs=image.crs,
        transform=image.transform, tiled=True, blockxsize=256, blockysize=256, compress="deflate", zlevel=1,
        BIGTIFF="IF_SAFER",
    )  # fmt: skip
    with rasterio.open(path, "w", **profile) as made:
        made.set_band_description(1, "class")
        made.update_tags(**{f"CLASS_{each['value']}": each["name"] for each in classes})
        made.write_colormap(1, {0: (0, 0, 0, 0), **{each["value"]: rgb(each["color"]) for each in classes}})
        for window, done in windows(image):
            rows, there = values(image, bands, window)
            out = np.zeros(len(rows), "uint8")
            pixels = np.flatnonzero(there)
            for first in range(0, len(pixels), AT_ONCE):
                own = pixels[first : first + AT_ONCE]
                out[own] = model(rows[own])
            made.write(out.reshape(int(window.height), int(window.width)), 1, window=window)
            progress(LEARNING + (1 - LEARNING) * done)


def rgb(color: str) -> tuple[int, int, int, int]:
    return (int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16), 255)


if __name__ == "__main__":
    run(main)
