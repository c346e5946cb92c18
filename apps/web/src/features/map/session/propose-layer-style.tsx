import { columnReference } from '@groma/geo';
import {
  completeVectorStyle,
  defaultLabelStyle,
  proposedCategories,
  proposedClasses,
  proposeStyle,
  wishedColumns,
  type ColumnFacts,
  type StyleProposal,
  type VectorStyle,
} from '@groma/model';
import type { VectorLayerData } from '@groma/protocol';
import { Button, toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import type { LayerQuestions } from '../layer/layer-messages.ts';
import { shapeOf } from '../look/layer-shape.ts';
import type { MapState } from './map-state.ts';
import './propose-layer-style.css';

/** What a proposal needs of an open map. */
interface StyledMap {
  readonly state: Pick<MapState, 'styles' | 'hierarchy' | 'data'>;
  loadLayer(layerId: string): void;
  ask<Name extends 'values' | 'classes'>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer']>;
  changeStyle(layerId: string, change: Partial<VectorStyle>): void;
}

/** Layers of more features look as they are imported: looking through them would take longer than choosing. */
const mostFeatures = 300_000;
/** How long the proposal and the way back from it are shown, in milliseconds. */
const saidMs = 12_000;

/**
 * Gives a layer that was just imported the look that its data suggests, as one step that undo takes back, and says so
 * with a button for the plain look (MAP-159).
 */
export async function proposeLayerStyle(map: StyledMap, layerId: string): Promise<void> {
  const data = map.state.data[layerId];
  const before = map.state.styles[layerId];
  if (!data || !before) return;
  const proposal = await proposalFor(map, layerId, data, completeVectorStyle(before));
  // Somebody was quicker.
  if (!proposal || JSON.stringify(map.state.styles[layerId]) !== JSON.stringify(before)) return;
  const change: Partial<VectorStyle> = {
    ...proposal.style,
    ...(proposal.labels !== null && {
      labels: {
        ...defaultLabelStyle,
        size: 11,
        minZoom: proposal.labels.minZoom,
        text: columnReference(proposal.labels.column),
      },
    }),
  };
  const plain = Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof VectorStyle]]));
  map.changeStyle(layerId, change);
  sayProposed(layerId, map.state.hierarchy[layerId]?.text ?? '', proposal, () => map.changeStyle(layerId, plain));
}

async function proposalFor(
  map: StyledMap,
  layerId: string,
  data: VectorLayerData,
  { iconColor }: VectorStyle,
): Promise<StyleProposal | null> {
  const shape = shapeOf(data);
  const { featureCount: features, columns } = data.manifest;
  if (shape === 'none' || shape === 'photo' || shape === 'solid') return null;
  const layer = { shape, features, iconColor };
  if (features > mostFeatures) return proposeStyle(layer, { numbers: [], categories: [], title: null });
  map.loadLayer(layerId);
  const wished = wishedColumns(columns, shape);
  const factsOf = async (column: string, isNumber: boolean): Promise<ColumnFacts> => {
    const counts = await map.ask(layerId, 'values', { column, most: proposedCategories + 1 });
    const wanted = { method: 'quantile', count: proposedClasses } as const;
    const breaks = isNumber ? (await map.ask(layerId, 'classes', { column, wanted })).breaks : null;
    return { ...counts, name: column, values: counts.values.map(({ value }) => value), breaks };
  };
  return proposeStyle(layer, {
    numbers: await Promise.all(wished.numbers.map((name) => factsOf(name, true))),
    categories: await Promise.all(wished.categories.map((name) => factsOf(name, false))),
    title: wished.title === null ? null : await factsOf(wished.title, false),
  });
}

function sayProposed(layerId: string, layer: string, { column }: StyleProposal, makePlain: () => void): void {
  const id = `style-proposed-${layerId}`;
  const takeBack = () => {
    toast.dismiss(id);
    makePlain();
  };
  toast.info(
    <>
      <span>{column === null ? t('style.proposed.byDensity') : t('style.proposed.from', { column })}</span>
      <div className="style-proposed-answer">
        <Button size="s" onClick={takeBack}>
          {t('style.proposed.plain')}
        </Button>
      </div>
    </>,
    { id, title: layer, duration: saidMs },
  );
}
