import { list, record, text, type CimRecord } from './cim-record.ts';
import { hexColor, hexOfHsv } from './color.ts';
import { points } from './length.ts';
import type { LossList } from './loss-list.ts';
import type { Expression, Fill, Label, Line, Mark, MarkShape, Paint, Stroke, StyleSymbol } from './style-model.ts';

/** What a symbol of ArcGIS draws, the lowest layer first: it lists the highest first. */
export function readCimSymbol(reference: unknown, losses: LossList): StyleSymbol[] {
  const symbol = record(record(reference)['symbol']);
  const layers = list(symbol['symbolLayers'])
    .map(record)
    .filter(({ enable }) => enable !== false)
    .toReversed();
  if (symbol['type'] !== 'CIMPolygonSymbol')
    return layers.flatMap((layer) => layerOf(layer, { symbol, isPoint: symbol['type'] === 'CIMPointSymbol' }, losses));
  return polygonOf(layers, symbol, losses);
}

function layerOf(
  layer: CimRecord,
  { symbol, isPoint }: { symbol: CimRecord; isPoint: boolean },
  losses: LossList,
): StyleSymbol[] {
  switch (layer['type']) {
    case 'CIMSolidStroke':
      return isPoint ? [] : [{ kind: 'line', stroke: strokeOf(layer, losses), offset: offsetOf(layer) } satisfies Line];
    case 'CIMVectorMarker':
    case 'CIMCharacterMarker':
      if (!isPoint) losses.add('Marks along lines are drawn once, in the middle.');
      return [markOf(layer, symbol, losses)];
    case 'CIMPictureMarker': {
      losses.add('A picture that is inside the style is left out.');
      return [];
    }
    default:
      losses.add(`A symbol layer “${text(layer['type'])}” is left out.`);
      return [];
  }
}

/** A fill and the outline above it are one symbol; what stands between is drawn by itself. */
function polygonOf(layers: readonly CimRecord[], symbol: CimRecord, losses: LossList): StyleSymbol[] {
  const drawn: StyleSymbol[] = [];
  for (const layer of layers) {
    const type = text(layer['type']);
    if (type === 'CIMSolidStroke') {
      const stroke = strokeOf(layer, losses);
      const below = drawn.at(-1);
      if (below?.kind === 'fill' && !below.stroke) drawn[drawn.length - 1] = { ...below, stroke };
      else drawn.push({ kind: 'fill', fill: null, stroke });
    } else if (type.endsWith('Fill')) drawn.push(fillOf(layer, losses));
    else drawn.push(...layerOf(layer, { symbol, isPoint: true }, losses));
  }
  return drawn;
}

function fillOf(layer: CimRecord, losses: LossList): Fill {
  const type = text(layer['type']);
  if (type === 'CIMSolidFill') return { kind: 'fill', fill: paintOf(layer['color'], losses), stroke: null };
  losses.add(`A fill “${type}” becomes a plain fill of its colour.`);
  const line = list(record(record(layer['lineSymbol']))['symbolLayers']).map(record);
  const ramp = record(layer['colorRamp']);
  const color = line.find((each) => each['color'])?.['color'] ?? ramp['fromColor'] ?? layer['tintColor'];
  return { kind: 'fill', fill: color === undefined ? null : paintOf(color, losses), stroke: null };
}

function strokeOf(layer: CimRecord, losses: LossList): Stroke {
  const effects = list(layer['effects']).map(record);
  for (const { type } of effects)
    if (type !== 'CIMGeometricEffectDashes' && type !== 'CIMGeometricEffectOffset')
      losses.add(`The effect “${text(type)}” of lines is left out.`);
  const dashes = list(effects.find(({ type }) => type === 'CIMGeometricEffectDashes')?.['dashTemplate']);
  const [cap, join] = [text(layer['capStyle']).toLowerCase(), text(layer['joinStyle']).toLowerCase()];
  return {
    paint: paintOf(layer['color'], losses),
    width: points(Number(layer['width'] ?? 1)),
    dashes: dashes.map((each) => points(Number(each)).value),
    cap: cap === 'round' || cap === 'square' ? cap : 'butt',
    join: join === 'round' || join === 'bevel' ? join : 'miter',
  };
}

function offsetOf(layer: CimRecord): number {
  const effect = list(layer['effects'])
    .map(record)
    .find(({ type }) => type === 'CIMGeometricEffectOffset');
  return effect ? points(Number(effect['offset'] ?? 0)).value : 0;
}

function markOf(layer: CimRecord, symbol: CimRecord, losses: LossList): Mark {
  const graphic = record(list(layer['markerGraphics'])[0]);
  const inner = list(record(graphic['symbol'] ?? layer['symbol'])['symbolLayers']).map(record);
  const [fill, stroke] = ['CIMSolidFill', 'CIMSolidStroke'].map((type) =>
    inner.find((each) => each['type'] === type && each['enable'] !== false),
  );
  if (list(layer['markerGraphics']).length > 1) losses.add('A mark of several parts becomes its first part.');
  const size = points(Number(layer['size'] ?? 6));
  const turned = Number(layer['rotation'] ?? 0) + Number(symbol['angle'] ?? 0);
  const isClockwise = layer['rotateClockwise'] === true;
  return {
    kind: 'mark',
    shape: shapeOf(layer, graphic, losses),
    size,
    rotation: turned === 0 ? 0 : (isClockwise ? turned : 360 - turned) % 360,
    fill: fill ? paintOf(fill['color'], losses) : null,
    stroke: stroke && Number(stroke['width'] ?? 0) > 0 ? strokeOf(stroke, losses) : null,
    offset: [points(Number(layer['offsetX'] ?? 0)).value, -points(Number(layer['offsetY'] ?? 0)).value || 0],
  };
}

/** Marks are polygons: they are known by how many corners they have. */
function shapeOf(layer: CimRecord, graphic: CimRecord, losses: LossList): MarkShape {
  const geometry = record(graphic['geometry']);
  if (list(geometry['curveRings']).length > 0) return 'circle';
  const ring = list(list(geometry['rings'])[0]).map((each) => list(each).map(Number));
  const corners = ring.length - 1;
  const found = { 3: 'triangle', 4: 'square', 5: 'pentagon', 6: 'hexagon', 10: 'star', 12: 'cross' }[corners] as
    | MarkShape
    | undefined;
  if (corners === 4 && ring[0]?.[0] !== ring[1]?.[0] && ring[0]?.[1] !== ring[1]?.[1]) return 'diamond';
  if (!found && corners < 20) losses.add(`A mark “${text(layer['type'])}” of a shape of its own becomes a circle.`);
  return found ?? 'circle';
}

/** A label with what it says. */
export function readCimLabel(labelClass: CimRecord, said: Expression, losses: LossList): Label {
  const symbol = record(record(labelClass['textSymbol'])['symbol']);
  const inner = list(record(symbol['symbol'])['symbolLayers']).map(record);
  const halo = list(record(symbol['haloSymbol'])['symbolLayers']).map(record);
  const style = text(symbol['fontStyleName']);
  const placed = record(labelClass['maplexLabelPlacementProperties']);
  const standard = record(labelClass['standardLabelPlacementProperties']);
  const isLine = text(placed['featureType'] ?? standard['featureType']) === 'Line';
  const haloFill = halo.find(({ type }) => type === 'CIMSolidFill');
  if (record(symbol['callout'])['type'] !== undefined) losses.add('Backgrounds of labels are left out.');
  return {
    kind: 'label',
    text: said,
    font: {
      family: text(symbol['fontFamilyName']) || 'Sans Serif',
      size: points(Number(symbol['height'] ?? 10)),
      isBold: /bold/i.test(style),
      isItalic: /italic|oblique/i.test(style),
    },
    paint: paintOf(inner.find(({ type }) => type === 'CIMSolidFill')?.['color'], losses),
    halo: haloFill
      ? { paint: paintOf(haloFill['color'], losses), width: points(Number(symbol['haloSize'] ?? 1)) }
      : null,
    placement: isLine
      ? { kind: 'line', offset: { value: 0, unit: 'mm' } }
      : { kind: 'point', anchor: [0.5, 0.5], offset: [0, 0], unit: 'mm', rotation: 0 },
  };
}

/** Colours are lists of numbers whose last is the opacity in percent. */
function paintOf(value: unknown, losses: LossList): Paint {
  const color = record(value);
  const numbers = list(color['values']).map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  const opacity = (numbers.at(-1) ?? 100) / 100;
  switch (color['type']) {
    case 'CIMRGBColor':
      return { color: hexColor(a, b, c), opacity };
    case 'CIMHSVColor':
      return { color: hexOfHsv(a, b / 100, c / 100), opacity };
    case 'CIMGrayColor':
      return { color: hexColor(a, a, a), opacity };
    case 'CIMCMYKColor': {
      const ink = (share: number) => 255 * (1 - share / 100) * (1 - d / 100);
      losses.add('Colours of print (CMYK) become those of screens without a profile.');
      return { color: hexColor(ink(a), ink(b), ink(c)), opacity };
    }
    case undefined:
      return { color: '#000000', opacity: 1 };
    default:
      losses.add(`A colour “${text(color['type'])}” becomes black.`);
      return { color: '#000000', opacity };
  }
}
