import { expect, test } from 'vitest';
import { foliumMapOf } from './folium-map.ts';

const map = (
  ...scripts: string[]
): string => `<div><iframe srcdoc="&lt;head&gt;${scripts.map((source) => `&lt;script src=&quot;${source}&quot;&gt;&lt;/script&gt;`).join('\n')}
&lt;link rel=&quot;stylesheet&quot; href=&quot;https://cdn.jsdelivr.net/npm/leaflet@1.9.3/dist/leaflet.css&quot;/&gt;&lt;div class=&quot;folium-map&quot;&gt;"></iframe></div>`;
const leaflet = 'https://cdn.jsdelivr.net/npm/leaflet@1.9.3/dist/leaflet.js';

test('[NBK-124] a map of Folium is given Leaflet, and nothing of another server is left', () => {
  const found = foliumMapOf(
    map(
      leaflet,
      'https://code.jquery.com/jquery-3.7.1.min.js',
      'https://cdnjs.cloudflare.com/ajax/libs/Leaflet.awesome-markers/2.0.2/leaflet.awesome-markers.js',
    ),
  );
  expect(found?.missing).toEqual([]);
  const html = found!.withParts('<script>"ours" && 1</script>');
  expect(html).not.toContain('https://');
  expect(html.match(/&lt;script&gt;&quot;ours&quot; &amp;&amp; 1&lt;\/script&gt;/g)).toHaveLength(1);
});

test('[NBK-124] what a map needs besides is named; what is no such map is left alone', () => {
  expect(
    foliumMapOf(
      map(
        leaflet,
        'https://cdn.jsdelivr.net/npm/leaflet.heat@0.2.0/dist/leaflet-heat.js',
        'https://cdnjs.cloudflare.com/ajax/libs/leaflet.markercluster/1.1.0/leaflet.markercluster.js',
        'https://cdnjs.cloudflare.com/ajax/libs/d3/3.5.5/d3.min.js',
      ),
    )?.missing,
  ).toEqual([]);
  expect(
    foliumMapOf(map(leaflet, 'https://cdn.jsdelivr.net/gh/ljagis/leaflet-measure@2.1.7/dist/leaflet-measure.min.js'))
      ?.missing,
  ).toEqual(['cdn.jsdelivr.net/…/leaflet-measure.min.js']);
  expect(foliumMapOf(map('https://example.org/chart.js'))).toBeNull();
  expect(foliumMapOf('<b>leaflet</b>')).toBeNull();
});
