"""Lets Plotly's figures be shown each by itself: an output of a notebook is a page of its own that can reach no server."""

import importlib.abc
import importlib.util
import sys

MODULE = "plotly.io"


class AfterImport(importlib.abc.MetaPathFinder):
    """Sets Plotly's renderer when it is imported, and not before: importing it takes a while."""

    def find_spec(self, name, path, target=None):
        if name != MODULE:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_set(module):
                load(module)
                set_renderer(module)

            spec.loader.exec_module = load_and_set
        return spec


def set_renderer(plotly_io):
    try:
        from plotly.io._base_renderers import HtmlRenderer

        plotly_io.renderers["groma"] = HtmlRenderer(connected=False, full_html=False, global_init=False, include_plotlyjs=True)
        plotly_io.renderers.default = "groma"
    except Exception:
        # Another version of Plotly keeps its own renderer.
        pass


def watch_imports():
    sys.meta_path.insert(0, AfterImport())
