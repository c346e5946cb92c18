import { firstHexagons, hexagonWidth, recolorHexagons, findColorMap, type PointDrawing } from '@groma/model';
import { hiddenClasses } from '../layer/classing.ts';
import { layerBox } from '../session/map-state.ts';
import type { StyleTarget } from './style-target.ts';

type Hexagons = Extract<PointDrawing, { kind: 'hexagons' }>;

/** Hexagons with as many classes of what is in them as are wished for; null where nothing is. */
export async function findHexagons(
  { session, layerId, style }: Pick<StyleTarget, 'session' | 'layerId' | 'style'>,
  drawing: Hexagons,
  count: number,
): Promise<Hexagons | null> {
  const { breaks } = await session.ask(layerId, 'hexagonClasses', {
    drawing,
    unseen: hiddenClasses(style.symbology),
    wanted: { method: drawing.method === 'manual' ? 'quantile' : drawing.method, count },
  });
  if (breaks.length < 2) return null;
  const method = drawing.method === 'manual' ? 'quantile' : drawing.method;
  return recolorHexagons({ ...drawing, method, breaks }, findColorMap(drawing.colorMap), drawing.isReversed);
}

/** Hexagons across a layer, of which some forty lie side by side. */
const firstAcross = 40;
const metresOfDegree = 111_320;
const firstClasses = 5;

/** The hexagons that someone begins with: of a round width, by the extent of the layer. */
export function firstHexagonsOf(target: StyleTarget): Promise<Hexagons | null> {
  const box = layerBox(target.session.state, target.layerId);
  const across = box ? Math.max(box[2] - box[0], box[3] - box[1]) * metresOfDegree : 0;
  const digits = 10 ** Math.floor(Math.log10(Math.max(1, across / firstAcross)));
  const round = Math.ceil(across / firstAcross / digits) * digits;
  const width = Math.min(hexagonWidth.most, Math.max(hexagonWidth.least, round));
  return findHexagons(target, { ...firstHexagons, width }, firstClasses);
}
