import { converted } from './length.ts';
import type { LossList } from './loss-list.ts';
import { optionsOf, readQmlColor, readQmlLength } from './qml-options.ts';
import type { Fill, Icon, Length, Line, Mark, MarkShape, Paint, Stroke, StyleSymbol } from './style-model.ts';
import type { XmlNode } from './xml-node.ts';

const shapes: Record<string, MarkShape> = {
  circle: 'circle',
  square: 'square',
  rectangle: 'square',
  diamond: 'diamond',
  pentagon: 'pentagon',
  hexagon: 'hexagon',
  triangle: 'triangle',
  equilateral_triangle: 'triangle',
  regular_star: 'star',
  star: 'star',
  arrow: 'arrow',
  filled_arrowhead: 'arrow',
  arrowhead: 'arrow',
  cross: 'cross',
  cross_fill: 'cross',
  cross2: 'x',
  x: 'x',
  line: 'line',
};

/** Dashes of QGIS’ pens, as multiples of their width (Qt::PenStyle). */
const dashesOfPens: Record<string, readonly number[]> = {
  dash: [4, 2],
  dot: [1, 2],
  'dash dot': [4, 2, 1, 2],
  'dash dot dot': [4, 2, 1, 2, 1, 2],
};

/** What a symbol of QGIS draws, the lowest layer first. */
export function readQmlSymbol(symbol: XmlNode, losses: LossList): StyleSymbol[] {
  const alpha = Number(symbol.attributes['alpha'] ?? 1);
  const reader = new SymbolReader(alpha, losses);
  return symbol.all('layer').flatMap((layer) => (layer.attributes['enabled'] === '0' ? [] : reader.layer(layer)));
}

class SymbolReader {
  readonly #alpha: number;
  readonly #losses: LossList;

  constructor(alpha: number, losses: LossList) {
    this.#alpha = alpha;
    this.#losses = losses;
  }

  layer(layer: XmlNode): StyleSymbol[] {
    const options = optionsOf(layer);
    this.#noteDefined(layer);
    switch (layer.attributes['class']) {
      case 'SimpleMarker':
      case 'EllipseMarker':
      case 'FilledMarker':
        return [this.#mark(options, layer)];
      case 'SvgMarker':
      case 'RasterMarker':
        return [this.#icon(options)];
      case 'SimpleLine':
        return this.#line(options);
      case 'SimpleFill':
        return [this.#fill(options)];
      case 'CentroidFill':
      case 'MarkerLine':
        return this.#within(layer);
      default:
        return this.#other(layer, options);
    }
  }

  #mark(options: Map<string, string>, layer: XmlNode): Mark {
    const kind = layer.attributes['class'];
    if (kind !== 'SimpleMarker') this.#losses.add(`A symbol layer “${kind}” becomes a simple mark.`);
    const name = options.get('name') ?? options.get('symbol_name') ?? 'circle';
    const shape = shapes[name];
    if (!shape) this.#losses.add(`The mark “${name}” becomes a circle.`);
    const size = readQmlLength(options.get('size') ?? options.get('symbol_width') ?? 2, options.get('size_unit'));
    const [x = 0, y = 0] = (options.get('offset') ?? '0,0').split(',').map(Number);
    const offset = (value: number) => {
      const length = readQmlLength(value, options.get('offset_unit'));
      return converted(length.value, length.unit, size.unit, this.#losses);
    };
    const isStroked = shape === 'line' || name === 'cross' || name === 'cross2' || name === 'arrowhead';
    return {
      kind: 'mark',
      shape: shape ?? 'circle',
      size,
      rotation: Number(options.get('angle') ?? 0) || 0,
      fill: isStroked ? null : this.#paint(options.get('color')),
      stroke: this.#stroke(options, ['outline_color', 'color_border'], ['outline_style'], ['outline_width']),
      offset: [offset(x), offset(y)],
    };
  }

  #icon(options: Map<string, string>): Icon {
    const href = options.get('name') ?? options.get('imageFile') ?? '';
    this.#losses.add(
      href.startsWith('base64:')
        ? 'A picture that is inside the style is named as it is there, which few programs read.'
        : `The picture “${href}” is named, and not taken along.`,
    );
    return {
      kind: 'icon',
      href,
      size: readQmlLength(options.get('size') ?? 4, options.get('size_unit')),
      rotation: Number(options.get('angle') ?? 0) || 0,
      opacity: Number(options.get('alpha') ?? 1) * this.#alpha,
    };
  }

  #line(options: Map<string, string>): Line[] {
    const stroke = this.#stroke(
      options,
      ['line_color', 'color'],
      ['line_style', 'penstyle'],
      ['line_width', 'width'],
      options.get('use_custom_dash') === '1',
    );
    const offset = readQmlLength(options.get('offset'), options.get('offset_unit'));
    const across = stroke ? converted(offset.value, offset.unit, stroke.width.unit, this.#losses) : 0;
    return stroke ? [{ kind: 'line', stroke, offset: across }] : [];
  }

  #fill(options: Map<string, string>): Fill {
    const style = options.get('style') ?? 'solid';
    if (style !== 'solid' && style !== 'no')
      this.#losses.add(`A fill with the pattern “${style}” becomes a plain fill.`);
    return {
      kind: 'fill',
      fill: style === 'no' ? null : this.#paint(options.get('color')),
      stroke: this.#stroke(
        options,
        ['outline_color', 'color_border'],
        ['outline_style', 'style_border'],
        ['outline_width', 'width_border'],
      ),
    };
  }

  /** Marks in the middle of lines and polygons are how point symbols draw those. */
  #within(layer: XmlNode): StyleSymbol[] {
    const inner = layer.child('symbol');
    const options = optionsOf(layer);
    const placement = options.get('placements') ?? options.get('placement') ?? 'Interval';
    if (layer.attributes['class'] === 'MarkerLine' && !/^central/i.test(placement))
      this.#losses.add('Marks along a line are drawn once, in its middle.');
    return inner ? readQmlSymbol(inner, this.#losses) : [];
  }

  #other(layer: XmlNode, options: Map<string, string>): StyleSymbol[] {
    const kind = layer.attributes['class'] ?? '';
    const color = options.get('color') ?? options.get('color1') ?? options.get('gradient_color1');
    const outline = layer.child('symbol');
    if (kind.endsWith('Fill') && kind !== 'RandomMarkerFill') {
      this.#losses.add(`A fill “${kind}” becomes a plain fill of its colour.`);
      const drawn = outline ? readQmlSymbol(outline, this.#losses)[0] : undefined;
      const inner =
        drawn?.kind === 'mark'
          ? (drawn.fill ?? drawn.stroke?.paint)
          : drawn?.kind === 'line'
            ? drawn.stroke.paint
            : undefined;
      return [{ kind: 'fill', fill: color === undefined ? (inner ?? null) : this.#paint(color), stroke: null }];
    }
    if (kind.endsWith('Line') && outline) {
      this.#losses.add(`A line “${kind}” becomes a plain line.`);
      return readQmlSymbol(outline, this.#losses).filter(({ kind: drawn }) => drawn === 'line');
    }
    this.#losses.add(`A symbol layer “${kind}” is left out.`);
    return [];
  }

  #paint(color: string | undefined): Paint {
    return readQmlColor(color, this.#alpha);
  }

  #stroke(
    options: Map<string, string>,
    colors: readonly string[],
    styles: readonly string[],
    widths: readonly string[],
    isCustom = false,
  ): Stroke | null {
    const pick = (names: readonly string[]) =>
      names.map((name) => options.get(name)).find((each) => each !== undefined);
    const style = pick(styles) ?? 'solid';
    if (style === 'no') return null;
    const width = readQmlLength(pick(widths) ?? 0.26, options.get(`${widths[0]}_unit`) ?? options.get('width_unit'));
    const cap = options.get('capstyle') ?? options.get('cap_style');
    const join = options.get('joinstyle');
    return {
      paint: this.#paint(pick(colors)),
      width: width.value === 0 ? { value: 1, unit: 'px' } : width,
      dashes: isCustom ? this.#customDashes(options, width) : penDashes(style, width),
      cap: cap === 'round' ? 'round' : cap === 'flat' ? 'butt' : 'square',
      join: join === 'round' || join === 'miter' ? join : 'bevel',
    };
  }

  #customDashes(options: Map<string, string>, width: Length): number[] {
    return (options.get('customdash') ?? '')
      .split(';')
      .filter((each) => each !== '')
      .map((each) => readQmlLength(each, options.get('customdash_unit')))
      .map(({ value, unit }) => converted(value, unit, width.unit, this.#losses));
  }

  #noteDefined(layer: XmlNode): void {
    const properties = layer
      .child('data_defined_properties', 'Option')
      ?.all('Option')
      .find(({ attributes }) => attributes['name'] === 'properties');
    for (const each of properties?.all('Option') ?? [])
      this.#losses.add(`What a feature’s fields say of the ${each.attributes['name']} of its symbol is left out.`);
    if (layer.child('effect')?.attributes['enabled'] === '1') this.#losses.add('Effects of symbols are left out.');
  }
}

function penDashes(style: string, { value, unit }: Length): number[] {
  const width = value === 0 ? 1 : value;
  const isThin = value === 0 && unit !== 'px';
  return (dashesOfPens[style] ?? []).map((each) => Number((isThin ? each : each * width).toFixed(4)));
}
