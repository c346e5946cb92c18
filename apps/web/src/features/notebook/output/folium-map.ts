// Of a page that stands in an attribute, so that its quotes are written out.
const script = /&lt;script\s[^<>]{0,20}?src=&quot;https:\/\/([^&]{1,300})&quot;&gt;&lt;\/script&gt;/g;
const sheet = /&lt;link\s[^<>]{0,400}?href=&quot;https:\/\/[^&]{1,300}&quot;\s*\/?&gt;/g;
const leaflet = /\/leaflet(?:@[\d.]+)?\/(?:dist\/|[\d.]+\/)?leaflet(?:\.min)?\.js$/;
const replaced = [
  leaflet,
  /\/jquery-[\d.]+(?:\.min)?\.js$/,
  /\/bootstrap(?:\.bundle)?(?:\.min)?\.js$/,
  /\/leaflet\.awesome-markers(?:\.min)?\.js$/,
  /\/leaflet\.markercluster(?:-src)?(?:\.min)?\.js$/,
  /\/leaflet[_-]heat(?:\.min)?\.js$/,
  /\/d3(?:\.v3)?(?:\.min)?\.js$/,
  // An output has a button of its own that makes it larger.
  /\/Control\.FullScreen(?:\.min)?\.js$/,
];

/** A map of Folium that waits for its scripts. */
export interface FoliumMap {
  /** The scripts that we have nothing for, each with its server. */
  missing: string[];
  /** The map with scripts of our own in the place of those of other servers. */
  withParts(parts: string): string;
}

/**
 * Finds a map of Folium, as `_repr_html_` gives it: a page in a frame, drawn by Leaflet. Null when the HTML is
 * something else.
 */
export function foliumMapOf(html: string): FoliumMap | null {
  if (!html.includes('srcdoc=') || !html.includes('folium-map')) return null;
  const sources = [...html.matchAll(script)].map(([, source = '']) => source);
  if (!sources.some((source) => leaflet.test(source))) return null;
  return {
    missing: [...new Set(sources.filter((source) => !replaced.some((known) => known.test(source))).map(shortAddress))],
    withParts(parts) {
      let isPut = false;
      return html.replaceAll(sheet, '').replaceAll(script, () => {
        const put = isPut ? '' : inAttribute(parts);
        isPut = true;
        return put;
      });
    },
  };
}

function shortAddress(source: string): string {
  const [host, ...path] = source.split('/');
  return `${host}/…/${path.at(-1)}`;
}

function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
