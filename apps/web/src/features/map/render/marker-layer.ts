import type { UpdateParameters } from '@deck.gl/core';
import { ScatterplotLayer, type ScatterplotLayerProps } from '@deck.gl/layers';
import { pointIcons, type PointIcon } from '@groma/model';

/**
 * Signs of points come with each unit, as `instanceSigns` of one byte each; where they do not, no point has one. Where
 * points are sized, their radii come as bytes too.
 */
export type MarkerLayerProps = ScatterplotLayerProps<unknown> & { icon: PointIcon; isSized?: boolean };

/** The byte of the largest radius. */
export const largestSize = 255;

/** Room that pointed shapes need beyond the circle of the same weight. */
const growth: Record<PointIcon, number> = { circle: 1, square: 1, diamond: 1.2, triangle: 1.3, star: 1.45, cross: 1.2 };

/** How much larger than its circle an icon is drawn. */
export function iconGrowth(icon: PointIcon): number {
  return growth[icon];
}

/**
 * Points as shapes, drawn from one square each like the circles they are made from: the distance to the edge of the
 * shape (Quilez, 2D distance functions) takes the place of the distance to the circle, so that millions cost the same.
 */
export class MarkerLayer extends ScatterplotLayer<unknown, MarkerLayerProps> {
  static override layerName = 'MarkerLayer';
  /** `getSign` is the sign of all points of a unit without signs. */
  static override defaultProps = { icon: 'circle', isSized: false, getSign: { type: 'accessor', value: 0 } } as never;

  override initializeState(): void {
    super.initializeState();
    this.getAttributeManager()!.addInstanced({
      instanceSigns: { size: 1, type: 'uint8', noAlloc: false, defaultValue: [0], accessor: 'getSign' },
    } as never);
  }

  override getShaders(): ReturnType<ScatterplotLayer['getShaders']> {
    const shaders = super.getShaders() as { vs: string; fs: string };
    return {
      ...shaders,
      vs: withSign(shaders.vs),
      fs: withShape(shaders.fs),
      defines: { ...(shaders as { defines?: object }).defines, ICON: pointIcons.indexOf(this.props.icon) },
    } as never;
  }

  override updateState(change: UpdateParameters<this>): void {
    super.updateState(change);
    const [now, before] = [change.props, change.oldProps] as unknown as [MarkerLayerProps, Partial<MarkerLayerProps>];
    if (before.icon === undefined || now.icon === before.icon || !this.state.model) return;
    // The shape is part of the program.
    const state = this.state as unknown as { model?: { destroy(): void } };
    state.model?.destroy();
    // oxlint-disable-next-line no-underscore-dangle -- the name is deck.gl's
    state.model = (this as unknown as { _getModel(): { destroy(): void } })._getModel();
    this.getAttributeManager()!.invalidateAll();
  }
}

function withSign(source: string): string {
  return source
    .replace(
      'in vec3 instancePickingColors;',
      'in vec3 instancePickingColors;\nin float instanceSigns;\nflat out float vSign;',
    )
    .replace('void main(void) {', 'void main(void) {\nvSign = instanceSigns;');
}

/** Distances run from the middle, 1 being the edge of the square, y down. */
const shapes = `
flat in float vSign;
float shapeDistance(vec2 p) {
#if ICON == 1
  vec2 q = abs(p) - 0.8;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0);
#elif ICON == 2
  return (abs(p.x) + abs(p.y) - 1.0) * 0.7071;
#elif ICON == 3
  vec2 q = vec2(abs(p.x), -p.y);
  return max(dot(q, vec2(0.866, 0.5)) - 0.5, -q.y - 0.5);
#elif ICON == 4
  const vec2 k1 = vec2(0.809016994, -0.587785252);
  const vec2 k2 = vec2(-0.809016994, -0.587785252);
  vec2 q = vec2(abs(p.x), -p.y);
  q -= 2.0 * max(dot(k1, q), 0.0) * k1;
  q -= 2.0 * max(dot(k2, q), 0.0) * k2;
  q.x = abs(q.x);
  q.y -= 0.95;
  vec2 ba = 0.45 * vec2(-k1.y, k1.x) - vec2(0.0, 1.0);
  float h = clamp(dot(q, ba) / dot(ba, ba), 0.0, 0.95);
  return length(q - ba * h) * sign(q.y * ba.x - q.x * ba.y);
#elif ICON == 5
  vec2 q = abs(p);
  q = q.x > q.y ? q.xy : q.yx;
  vec2 r = q - vec2(0.95, 0.32);
  return length(max(r, 0.0)) + min(max(r.x, r.y), 0.0);
#else
  return length(p) - 1.0;
#endif
}
float signDistance(vec2 p) {
  vec2 q = abs(p);
  float across = max(q.x - 0.55, q.y - 0.13);
  return vSign > 1.5 ? across : min(across, max(q.y - 0.55, q.x - 0.13));
}
`;

function withShape(source: string): string {
  const begin = source.indexOf('float distToCenter');
  const end = source.indexOf('DECKGL_FILTER_COLOR');
  return `${source.slice(0, begin).replace('void main(void)', `${shapes}void main(void)`)}
float outside = shapeDistance(unitPosition) * outerRadiusPixels;
float inShape = 1.0 - smoothstep(-0.5, 0.5, outside);
if (inShape == 0.0 || vFillColor.a == 0.0) discard;
float lineWidth = (1.0 - innerUnitRadius) * outerRadiusPixels;
float isLine = scatterplot.stroked > 0.5 ? smoothstep(-0.5, 0.5, outside + lineWidth) : 0.0;
fragColor = mix(vFillColor, vec4(vLineColor.rgb, vLineColor.a), isLine);
if (vSign > 0.5) fragColor = mix(vec4(vLineColor.rgb, 1.0) , fragColor, smoothstep(-0.5, 0.5, signDistance(unitPosition) * outerRadiusPixels));
fragColor.a *= inShape;
${source.slice(end)}`;
}
