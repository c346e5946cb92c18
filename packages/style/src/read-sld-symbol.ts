import { channelsOf, faded, hexColor } from './color.ts';
import type { LossList } from './loss-list.ts';
import { readMixed } from './ogc-filter.ts';
import {
  StyleUnreadable,
  type Fill,
  type Icon,
  type Label,
  type LengthUnit,
  type Line,
  type Mark,
  type MarkShape,
  type Paint,
  type Stroke,
  type StyleSymbol,
} from './style-model.ts';
import type { XmlNode } from './xml-node.ts';

const shapes: Record<string, MarkShape> = {
  circle: 'circle',
  square: 'square',
  rectangle: 'square',
  triangle: 'triangle',
  star: 'star',
  cross: 'cross',
  x: 'x',
  diamond: 'diamond',
  pentagon: 'pentagon',
  hexagon: 'hexagon',
  line: 'line',
  arrow: 'arrow',
  'shape://vertline': 'line',
  'shape://plus': 'cross',
  'shape://times': 'x',
  'shape://oarrow': 'arrow',
  'shape://carrow': 'arrow',
};

/** One symbolizer of a rule; nothing for other elements. @throws StyleUnreadable for one of rasters */
export function readSldSymbol(node: XmlNode, losses: LossList): StyleSymbol[] {
  const reader = new SymbolReader(node, losses);
  switch (node.name) {
    case 'PointSymbolizer':
      return reader.point();
    case 'LineSymbolizer':
      return reader.line();
    case 'PolygonSymbolizer':
      return reader.polygon();
    case 'TextSymbolizer':
      return reader.text();
    case 'RasterSymbolizer':
      throw new StyleUnreadable('it is a style of rasters, and those of vectors are converted');
    default:
      return [];
  }
}

class SymbolReader {
  readonly #node: XmlNode;
  readonly #losses: LossList;
  readonly #unit: LengthUnit;

  constructor(node: XmlNode, losses: LossList) {
    this.#node = node;
    this.#losses = losses;
    const uom = node.attributes['uom'] ?? '';
    this.#unit = /metre/i.test(uom) || /foot/i.test(uom) ? 'm' : 'px';
    if (/foot/i.test(uom)) losses.add('Lengths in feet on the ground are taken for metres.');
    if (!node.name.endsWith('Symbolizer')) return;
    noteVendor(node, losses);
    if (node.child('Geometry')?.elements.some(({ name }) => name !== 'PropertyName'))
      losses.add('A geometry that is computed before it is drawn is drawn as it is.');
  }

  point(): (Mark | Icon)[] {
    const graphic = this.#node.child('Graphic');
    return graphic ? this.#graphic(graphic) : [];
  }

  line(): Line[] {
    const stroke = this.#stroke(this.#node.child('Stroke'));
    const offset = this.#number(this.#node.child('PerpendicularOffset'), 0, 'offset');
    return stroke ? [{ kind: 'line', stroke, offset }] : [];
  }

  polygon(): Fill[] {
    if (this.#number(this.#node.child('PerpendicularOffset'), 0, 'offset') !== 0)
      this.#losses.add('An offset of the outline of polygons is left out.');
    return [
      { kind: 'fill', fill: this.#fill(this.#node.child('Fill')), stroke: this.#stroke(this.#node.child('Stroke')) },
    ];
  }

  text(): Label[] {
    const node = this.#node;
    const label = node.child('Label');
    if (!label) return [];
    try {
      return [this.#label(label)];
    } catch (error) {
      if (!(error instanceof StyleUnreadable)) throw error;
      this.#losses.add(`A label is left out, because its text has ${error.message}.`);
      return [];
    }
  }

  #label(label: XmlNode): Label {
    const node = this.#node;
    const font = node.child('Font');
    const halo = node.child('Halo');
    return {
      kind: 'label',
      text: readMixed(label),
      font: {
        family: this.#parameter(font, 'font-family') ?? 'Sans Serif',
        size: { value: Number(this.#parameter(font, 'font-size') ?? 10), unit: this.#unit },
        isBold: /bold/i.test(this.#parameter(font, 'font-weight') ?? ''),
        isItalic: /italic|oblique/i.test(this.#parameter(font, 'font-style') ?? ''),
      },
      paint: this.#fill(node.child('Fill'), '#000000') ?? { color: '#000000', opacity: 1 },
      halo: halo && {
        paint: this.#fill(halo.child('Fill'), '#ffffff') ?? { color: '#ffffff', opacity: 1 },
        width: { value: this.#number(halo.child('Radius'), 1, 'halo'), unit: this.#unit },
      },
      placement: this.#placement(node.child('LabelPlacement')),
    };
  }

  #placement(node: XmlNode | null): Label['placement'] {
    const line = node?.child('LinePlacement');
    if (line)
      return {
        kind: 'line',
        offset: { value: this.#number(line.child('PerpendicularOffset'), 0, 'offset'), unit: this.#unit },
      };
    const point = node?.child('PointPlacement') ?? null;
    const pair = (parent: string, names: [string, string], usual: number): [number, number] => [
      this.#number(point?.child(parent, names[0]) ?? null, usual, 'place'),
      this.#number(point?.child(parent, names[1]) ?? null, usual, 'place'),
    ];
    return {
      kind: 'point',
      anchor: point?.child('AnchorPoint') ? pair('AnchorPoint', ['AnchorPointX', 'AnchorPointY'], 0.5) : [0, 0.5],
      offset: pair('Displacement', ['DisplacementX', 'DisplacementY'], 0),
      unit: this.#unit,
      rotation: this.#number(point?.child('Rotation') ?? null, 0, 'rotation'),
    };
  }

  #graphic(graphic: XmlNode): (Mark | Icon)[] {
    const rotation = this.#number(graphic.child('Rotation'), 0, 'rotation');
    const opacity = this.#number(graphic.child('Opacity'), 1, 'opacity');
    const external = graphic.child('ExternalGraphic');
    const size = (usual: number) => ({
      value: this.#number(graphic.child('Size'), usual, 'size'),
      unit: this.#unit,
    });
    if (external) {
      const resource = external.child('OnlineResource');
      const href = resource?.attributes['href'] ?? '';
      if (href !== '') return [{ kind: 'icon', href, size: size(16), rotation, opacity }];
      this.#losses.add('A picture that is inside the style is left out.');
      return [];
    }
    const mark = graphic.child('Mark');
    return [
      {
        kind: 'mark',
        shape: this.#shape(mark),
        size: size(6),
        rotation,
        fill: faded(mark ? this.#fill(mark.child('Fill')) : { color: '#808080', opacity: 1 }, opacity),
        stroke: fadedStroke(mark ? this.#stroke(mark.child('Stroke')) : null, opacity),
        offset: [
          this.#number(graphic.child('Displacement', 'DisplacementX'), 0, 'place'),
          -this.#number(graphic.child('Displacement', 'DisplacementY'), 0, 'place') || 0,
        ],
      },
    ];
  }

  #shape(mark: XmlNode | null): MarkShape {
    const name = mark?.child('WellKnownName')?.text || 'square';
    const known = shapes[name.toLowerCase()];
    if (!known) this.#losses.add(`The mark “${name}” becomes a circle.`);
    return known ?? 'circle';
  }

  #fill(node: XmlNode | null, usual = '#808080'): Paint | null {
    if (!node) return null;
    const pattern = node.child('GraphicFill', 'Graphic');
    if (!pattern) return this.#paint(node, 'fill', usual);
    this.#losses.add('A fill with a pattern becomes a plain fill of its colour.');
    const [mark] = this.#graphic(pattern);
    return mark?.kind === 'mark' ? (mark.fill ?? mark.stroke?.paint ?? null) : { color: usual, opacity: 1 };
  }

  #stroke(node: XmlNode | null): Stroke | null {
    if (!node) return null;
    const graphic = node.child('GraphicStroke', 'Graphic') ?? node.child('GraphicFill', 'Graphic');
    const [mark] = graphic ? this.#graphic(graphic) : [];
    if (graphic) this.#losses.add('A line of marks becomes a plain line of their colour.');
    const join = this.#parameter(node, 'stroke-linejoin');
    const cap = this.#parameter(node, 'stroke-linecap');
    const markPaint = mark?.kind === 'mark' ? (mark.fill ?? mark.stroke?.paint) : undefined;
    return {
      paint: markPaint ?? this.#paint(node, 'stroke', '#000000'),
      width: { value: this.#parameterNumber(node, 'stroke-width', 1), unit: this.#unit },
      dashes: (this.#parameter(node, 'stroke-dasharray') ?? '')
        .split(/[\s,]+/)
        .filter((each) => each !== '')
        .map(Number)
        .filter((each) => Number.isFinite(each) && each >= 0),
      cap: cap === 'round' || cap === 'square' ? cap : 'butt',
      join: join === 'round' || join === 'bevel' ? join : 'miter',
    };
  }

  #paint(node: XmlNode, name: 'fill' | 'stroke', usual: string): Paint {
    const color = this.#parameter(node, name) ?? usual;
    if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) this.#losses.add(`The colour “${color}” becomes black.`);
    return { color: hexColor(...channelsOf(color)), opacity: this.#parameterNumber(node, `${name}-opacity`, 1) };
  }

  #parameterNumber(node: XmlNode, name: string, usual: number): number {
    const value = Number(this.#parameter(node, name) ?? usual);
    return Number.isFinite(value) ? value : usual;
  }

  /** A parameter of a fill, a stroke or a font; undefined where it is left out, or depends on the features. */
  #parameter(node: XmlNode | null, name: string): string | undefined {
    const found = node?.elements.find(
      (each) => /^(?:Css|Svg)Parameter$/.test(each.name) && each.attributes['name'] === name,
    );
    return found && this.#constant(found, name);
  }

  #number(node: XmlNode | null, usual: number, what: string): number {
    const text = node && this.#constant(node, what);
    const value = Number(text || Number.NaN);
    return Number.isFinite(value) ? value : usual;
  }

  #constant(node: XmlNode, what: string): string | undefined {
    if (node.elements.every(({ name }) => name === 'Literal')) return node.text;
    this.#losses.add(`What a feature’s fields say of the ${what} of its symbol is left out.`);
    return undefined;
  }
}

function fadedStroke(stroke: Stroke | null, opacity: number): Stroke | null {
  return stroke && { ...stroke, paint: faded(stroke.paint, opacity) };
}

/** Tells of what only the program of one vendor understands. */
export function noteVendor(node: XmlNode, losses: LossList): void {
  for (const each of node.all('VendorOption')) {
    const name = each.attributes['name'];
    if (name !== 'fallbackOnDefaultMark') losses.add(`The vendor’s option “${name}” is left out.`);
  }
}
