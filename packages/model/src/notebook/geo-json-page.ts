import { escapeHtml } from './escape-html.ts';
import { scriptText } from './script-text.ts';

/**
 * GeoJSON as a map in the form in which Folium gives one, so that it is drawn in the same way: a page of Leaflet in a
 * frame, with the properties of a feature where it is clicked.
 */
export function geoJsonPage(json: string): string {
  const page = `<!doctype html><meta charset="utf-8"><script src="https://cdn.jsdelivr.net/npm/leaflet@1.9.4/dist/leaflet.js"></script>
<style>html,body,#map{margin:0;height:100%}td{padding:1px 6px;vertical-align:top}</style><div id="map" class="folium-map"></div><script>
var map = L.map("map").setView([0, 0], 1);
function table(feature, layer) {
  var entries = Object.entries(feature.properties || {});
  if (entries.length === 0) return;
  var made = document.createElement("table");
  entries.slice(0, 50).forEach(function (entry) {
    var row = made.insertRow();
    row.insertCell().textContent = entry[0];
    row.insertCell().textContent = typeof entry[1] === "object" ? JSON.stringify(entry[1]) : String(entry[1]);
  });
  layer.bindPopup(made);
}
var drawn = L.geoJSON(${scriptText(json)}, { onEachFeature: table }).addTo(map);
var bounds = drawn.getBounds();
if (bounds.isValid()) map.fitBounds(bounds, { maxZoom: 16, padding: [12, 12] });
</script>`;
  return `<iframe style="width:100%;height:360px;border:0" srcdoc="${escapeHtml(page)}"></iframe>`;
}
