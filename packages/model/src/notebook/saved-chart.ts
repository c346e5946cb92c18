import { newId } from '../id.ts';

const chart = /^application\/vnd\.(vega(?:lite)?)\.v(\d{1,2})(?:\.[\d.]{1,10})?\+json$/;

/**
 * The HTML of a chart that a Jupyter file holds as its description alone, in the form in which Altair gives it; null
 * for another kind.
 */
export function savedChartHtml(kind: string, content: unknown): string | null {
  const found = chart.exec(kind);
  if (!found || typeof content !== 'object') return null;
  const [, name, version] = found;
  const mode = name === 'vegalite' ? 'vega-lite' : 'vega';
  const place = `altair-viz-${newId()}`;
  const description = JSON.stringify(content)
    .replaceAll('</', String.raw`<\/`)
    .replaceAll('<!--', String.raw`<\!--`);
  const parts =
    mode === 'vega'
      ? `maybeLoadScript("vega", "${version}")`
      : `maybeLoadScript("vega", "${version}").then(() => maybeLoadScript("vega-lite", "${version}"))`;
  return `<div id="${place}"></div>
<script>
var VEGA_DEBUG = (typeof VEGA_DEBUG == "undefined") ? {} : VEGA_DEBUG;
(function () {
  function maybeLoadScript(lib, version) {
    var key = lib.replace("-", "") + "_version";
    return VEGA_DEBUG[key] == version ? Promise.resolve() : new Promise(function (resolve, reject) {
      var script = document.createElement("script");
      script.onload = function () { VEGA_DEBUG[key] = version; resolve(); };
      script.onerror = function () { reject(new Error(lib + " could not be loaded")); };
      script.src = "https://cdn.jsdelivr.net/npm/" + lib + "@" + version;
      document.head.appendChild(script);
    });
  }
  ${parts}.then(() => maybeLoadScript("vega-embed", "7"))
    .then(() => vegaEmbed(document.getElementById("${place}"), ${description}, { mode: "${mode}" }))
    .catch((error) => { document.getElementById("${place}").textContent = String(error); });
})();
</script>`;
}
