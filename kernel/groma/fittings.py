"""Fits libraries to notebooks when they are imported, and not before: importing them takes a while.

The figures of Plotly and Bokeh are shown each by itself, for an output is a page of its own that can reach no server.
The bars of tqdm are printed text: its bars for Jupyter need widgets, and on stderr they would make a good block look like
a failed one.
"""

import importlib.abc
import importlib.util
import sys


class AfterImport(importlib.abc.MetaPathFinder):
    """Does something to a module once it is imported. It never keeps one from being imported."""

    def __init__(self, fittings):
        self.fittings = dict(fittings)

    def find_spec(self, name, path, target=None):
        fit = self.fittings.pop(name, None)
        if fit is None:
            return None
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_fit(module):
                load(module)
                try:
                    fit(module)
                except Exception:
                    # Another version of the library keeps its own ways.
                    pass

            spec.loader.exec_module = load_and_fit
        return spec


def fit_plotly(plotly_io):
    from plotly.io._base_renderers import HtmlRenderer

    class Renderer(HtmlRenderer):
        def to_mimebundle(self, figure):
            bundle = super().to_mimebundle(figure)
            # Formulas in labels would be drawn by a script of another server; the figure waits for nothing of it.
            return {kind: without_mathjax(text) for kind, text in bundle.items()}

    plotly_io.renderers["groma"] = Renderer(connected=False, full_html=False, global_init=False, include_plotlyjs=True)
    plotly_io.renderers.default = "groma"


def without_mathjax(html):
    start = html.find("<script src=", 0, 1000)
    end = html.find("</script>", start)
    if start < 0 or "mathjax" not in html[start:end].lower():
        return html
    return html[:start] + html[end + len("</script>") :]


def fit_bokeh(bokeh_notebook):
    def load_notebook(*_others, **_named):
        pass

    def show_doc(figure, _state, _handle=None):
        from bokeh.embed import file_html
        from bokeh.resources import INLINE

        # A handle would need a page that goes on listening to the kernel.
        # Its page is as high as its window, and an output's window as high as its page.
        html = file_html(figure, INLINE).replace("height: 100%;", "", 1)
        bokeh_notebook.publish_display_data({"text/html": html, "text/plain": repr(figure)})

    bokeh_notebook.load_notebook = load_notebook
    bokeh_notebook.show_doc = show_doc


def fit_bars(tqdm_std):
    bar = tqdm_std.tqdm
    begin = bar.__init__

    def begin_on_stdout(self, iterable=None, desc=None, total=None, leave=True, file=None, *others, **named):
        begin(self, iterable, desc, total, leave, sys.stdout if file is None else file, *others, **named)

    bar.__init__ = begin_on_stdout


def fit_notebook_bars(tqdm_notebook):
    from tqdm import std

    tqdm_notebook.tqdm = tqdm_notebook.tqdm_notebook = std.tqdm
    tqdm_notebook.trange = tqdm_notebook.tnrange = std.trange
    # Without it `tqdm.auto` warns that widgets are missing.
    tqdm_notebook.IProgress = tqdm_notebook.IProgress or object


def watch_imports():
    fittings = {"plotly.io": fit_plotly, "bokeh.io.notebook": fit_bokeh, "tqdm.std": fit_bars, "tqdm.notebook": fit_notebook_bars}
    sys.meta_path.insert(0, AfterImport(fittings))
