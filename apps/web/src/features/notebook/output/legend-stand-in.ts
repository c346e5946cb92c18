/**
 * Draws the colour scale of a map of Folium (branca), which is written for D3 version 3: as much of that as it asks
 * for.
 */
export const legendStandIn = `
(function () {
  function Chosen(nodes) { this.nodes = nodes; }
  function make(name) { return document.createElementNS('http://www.w3.org/2000/svg', name); }
  function valueFor(node, index, value) { return typeof value === 'function' ? value(node.__data__, index) : value; }
  function each(change) {
    return function (name, value) {
      this.nodes.forEach(function (node, index) { change(node, name, valueFor(node, index, value)); });
      return this;
    };
  }
  Chosen.prototype = {
    attr: each(function (node, name, value) { node.setAttribute(name, value); }),
    style: each(function (node, name, value) { node.style.setProperty(name, value); }),
    text: function (value) {
      this.nodes.forEach(function (node, index) { node.textContent = valueFor(node, index, value); });
      return this;
    },
    append: function (name) { return new Chosen(this.nodes.map(function (node) { return node.appendChild(make(name)); })); },
    call: function (draw) { draw(this); return this; },
    selectAll: function () {
      var nodes = this.nodes;
      return { data: function (rows) {
        var entering = { append: function (name) {
          return new Chosen(nodes.flatMap(function (node) {
            return rows.map(function (row) {
              var made = node.appendChild(make(name));
              made.__data__ = row;
              return made;
            });
          }));
        } };
        return { enter: function () { return entering; } };
      } };
    },
  };
  function scale(map) {
    var parts = { domain: [0, 1], range: [0, 1] };
    function it(value) { return map(parts.domain, parts.range, value); }
    ['domain', 'range'].forEach(function (name) {
      it[name] = function (value) {
        if (!arguments.length) return parts[name];
        parts[name] = value;
        return it;
      };
    });
    return it;
  }
  function axis() {
    var to = null, values = [];
    function it(chosen) {
      values.forEach(function (value) {
        if (value === '' || value === null) return;
        var tick = chosen.append('g').attr('transform', 'translate(' + to(value) + ',0)');
        tick.append('line').attr('y2', -1).attr('stroke', 'currentColor');
        tick.append('text').attr('y', -4).attr('text-anchor', 'middle').style('font', '10px sans-serif').text(String(Number(Number(value).toPrecision(6))));
      });
    }
    it.scale = function (value) { to = value; return it; };
    it.tickValues = function (value) { values = value; return it; };
    it.orient = it.tickSize = it.tickFormat = function () { return it; };
    return it;
  }
  window.d3 = {
    select: function (what) { return new Chosen([].concat(typeof what === 'string' ? document.querySelector(what) || [] : what)); },
    scale: {
      threshold: function () {
        return scale(function (domain, range, value) { return range[domain.filter(function (bound) { return bound <= value; }).length]; });
      },
      linear: function () {
        return scale(function (domain, range, value) { return range[0] + (value - domain[0]) / (domain[1] - domain[0] || 1) * (range[1] - range[0]); });
      },
    },
    svg: { axis: axis },
  };
})();`;
