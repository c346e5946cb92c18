/**
 * What stands in for plugins of Leaflet that we do not have, so that the map is drawn but for them: controls that do
 * nothing, layers that hold nothing; lines that would move are still. A map's script would otherwise end at the first
 * of them.
 */
export const leafletStandIns = `
(function () {
  var Still = L.Control.extend({ onAdd: function () { return L.DomUtil.create('span'); } });
  Still.include(L.Evented.prototype);
  function orElse(known, other) {
    return new Proxy(known, { get: function (target, name) { return name in target || typeof name === 'symbol' ? target[name] : other; } });
  }
  L.Control = orElse(L.Control, orElse(Still, function () { return {}; }));
  L.control = orElse(L.control, function () { return new Still(); });
  L.Draw = { Event: new Proxy({}, { get: function (_, name) { return 'draw:' + String(name).toLowerCase(); } }) };
  L.polyline.antPath = L.polyline;
  L.Polyline.include({ setText: function () { return this; }, setOffset: function () { return this; } });
  L.featureGroup.subGroup = function (parent, layers) {
    var group = L.featureGroup(layers);
    // Its layers are drawn by the group that they were made for.
    group.onAdd = function () { group.eachLayer(function (layer) { parent.addLayer(layer); }); };
    group.onRemove = function () { group.eachLayer(function (layer) { parent.removeLayer(layer); }); };
    var add = group.addLayer;
    group.addLayer = function (layer) {
      if (group._map) { parent.addLayer(layer); group._layers[group.getLayerId(layer)] = layer; return group; }
      return add.call(group, layer);
    };
    return group;
  };
  L.BeautifyIcon = { icon: function (options) {
    return L.AwesomeMarkers.icon({ markerColor: options.backgroundColor && options.backgroundColor !== 'white' ? options.backgroundColor : options.borderColor });
  } };
  var Empty = L.LayerGroup.extend({ initialize: function () { L.LayerGroup.prototype.initialize.call(this); } });
  window.L = new Proxy(L, { get: function (target, name) {
    if (name in target || typeof name === 'symbol') return target[name];
    return /^[A-Z]/.test(name) ? Empty : function () { return new Empty(); };
  } });
})();`;
