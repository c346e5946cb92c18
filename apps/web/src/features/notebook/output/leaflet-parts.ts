// Fetched with the first map only. What maps of Folium take of other servers, or enough of it for what they draw.
import leafletScript from 'leaflet/dist/leaflet.js?raw';
import leafletStyle from 'leaflet/dist/leaflet.css?raw';
import heatScript from 'leaflet.heat/dist/leaflet-heat.js?raw';
import clusterScript from 'leaflet.markercluster/dist/leaflet.markercluster.js?raw';
import clusterStyle from 'leaflet.markercluster/dist/MarkerCluster.css?raw';
import clusterLook from 'leaflet.markercluster/dist/MarkerCluster.Default.css?raw';
import { leafletStandIns } from './leaflet-stand-ins.ts';
import { legendStandIn } from './legend-stand-in.ts';

const pin =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='25' height='41'%3E%3Cpath d='M12.5 40 3 20a11 11 0 1 1 19 0Z' fill='%232a81cb' stroke='%23fff'/%3E%3Ccircle cx='12.5' cy='13' r='4.5' fill='%23fff'/%3E%3C/svg%3E";
const layers =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='26' height='26' fill='none' stroke='%23333' stroke-width='1.6'%3E%3Cpath d='m13 5 9 5-9 5-9-5Zm-9 9 9 5 9-5'/%3E%3C/svg%3E";

/** Folium asks for one element made of HTML, and for pins of a colour. */
const others = `
window.$ = window.jQuery = function (html) {
  if (typeof html === 'function') return html();
  var template = document.createElement('template');
  template.innerHTML = String(html).trim();
  return template.content.childNodes;
};
(function () {
  var colours = { lightred: '#ff8e7f', darkred: '#a23336', lightgreen: '#bbf970', darkgreen: '#728224', lightblue: '#8adaff', darkblue: '#00649f', darkpurple: '#5b396b', lightgray: '#a3a3a3' };
  delete L.Icon.Default.prototype._getIconUrl;
  L.Icon.Default.mergeOptions({ iconUrl: "${pin}", iconRetinaUrl: "${pin}", shadowUrl: '', shadowSize: [0, 0] });
  // No request is made that would be refused, and nobody is thanked for what is not shown.
  L.TileLayer.prototype.createTile = function () { return document.createElement('div'); };
  L.TileLayer.prototype.getAttribution = function () { return null; };
  L.Control.Attribution.prototype.options.prefix = 'Leaflet';
  L.AwesomeMarkers = { icon: function (options) {
    var colour = String(options.markerColor || 'blue').replace(/[^a-z0-9#]/gi, '');
    return L.divIcon({ className: '', iconSize: [25, 41], iconAnchor: [12, 41], popupAnchor: [0, -36], tooltipAnchor: [14, -28],
      html: '<svg width="25" height="41"><path d="M12.5 40 3 20a11 11 0 1 1 19 0Z" stroke="#fff" fill="' + (colours[colour] || colour) + '"/><circle cx="12.5" cy="13" r="4.5" fill="#fff"/></svg>' });
  } };
})();`;

const moreStyle = `.leaflet-control-layers-toggle{background-image:url("${layers}")!important}.leaflet-container{background:#eceff1;font-size:13px!important}.leaflet-control-attribution{font-size:11px}@media (prefers-color-scheme:dark){.leaflet-container{background:#2b3035}}`;

/** A script and a style that stand for those of other servers. */
export const leafletParts = `<style>${leafletStyle}${clusterStyle}${clusterLook}${moreStyle}</style><script>${[leafletScript, clusterScript, heatScript, others, leafletStandIns, legendStandIn].join('\n')}</script>`;
