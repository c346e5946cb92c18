// Fetched with the first chart only.
import vegaScript from 'vega/build/vega.min.js?raw';
import embedScript from 'vega-embed/build/vega-embed.min.js?raw';
import liteScript from 'vega-lite/build/vega-lite.min.js?raw';

/**
 * Without the menu of a chart, whose entries open windows and save files, which a frame of an output may not. The links
 * of its marks would lead the frame itself away, as Vega presses them where the frame's page does not see it: a window
 * is refused.
 */
const fitted =
  'window.vegaEmbed = (function (embed) { return function (place, chart, options) { return embed(place, chart, Object.assign({}, options, { actions: false, loader: { target: "_blank" } })); }; })(window.vegaEmbed);';

/** The scripts that draw charts of Vega and Vega-Lite. */
export const vegaParts = `<script>${[vegaScript, liteScript, embedScript, fitted].join('\n')}</script>`;
