import { filterKey, setVisible, type LayerFilter, type StoryStep } from '@groma/model';
import type { ChartReply, MapStateReply } from '@groma/protocol';
import { onlyVisible } from '../session/drawn-layers.ts';
import { StillMap } from '../session/still-map.ts';
import { isDefault } from '../view/use-map-view.ts';
import { firstSight } from './first-sight.ts';
import type { PublishedPlace } from './read-publication.ts';
import type { SharedAddress } from './view-address.ts';

/** A published map that is open, and how it was published. */
export interface OpenPublished {
  map: StillMap;
  /** Layers that are on as published. */
  published: ReadonlySet<string>;
  /** Filters of layers as published. */
  filters: Readonly<Record<string, LayerFilter>>;
  /** Its story; no steps where it has none. */
  steps: readonly StoryStep[];
  /** Charts of its layers; none where it has none. */
  charts: readonly ChartReply[];
  /** The step with which it opens; null where the map is read by itself. */
  first: StoryStep | null;
}

/** Opens a map as an address says, and has what will be seen of it read. */
export function openPublished(
  place: PublishedPlace,
  { state, steps, charts }: { state: MapStateReply; steps: readonly StoryStep[]; charts: readonly ChartReply[] },
  address: SharedAddress,
  { width, height }: { width: number; height: number },
): OpenPublished {
  const published = new Set(
    state.layers.filter(({ type, visible }) => type === 'Layer' && visible).map(({ id }) => id),
  );
  const first = stepOf(steps, address);
  const entries = Object.fromEntries(state.layers.map((entry) => [entry.id, entry]));
  const told = first ? onlyVisible(entries, new Set(first.view.layers)) : entries;
  const switched = setVisible(setVisible(told, address.on, true), address.off, false);
  const layers = state.layers.map((entry) => ({ ...entry, ...switched[entry.id] }));
  const camera = first?.view.camera ?? state.view_state;
  const sight = address.view ?? (isDefault(camera) ? null : camera);
  const map = new StillMap(place, { ...state, layers, view_state: camera }, sight && firstSight(sight, width, height));
  const filters = Object.fromEntries(Object.entries(map.state.styles).map(([id, style]) => [id, style.filter ?? []]));
  const open = { map, published, filters, steps, charts, first };
  filterLayers(open, address);
  return open;
}

/**
 * The step that an address means: the one it names, and the first where it names nothing. An address that names a place
 * or layers alone was made of the map by itself.
 */
export function stepOf(steps: readonly StoryStep[], { step, view, on, off, filters }: SharedAddress): StoryStep | null {
  const named = steps.find(({ id }) => id === step);
  if (named) return named;
  const isPlain = view === null && on.length + off.length + Object.keys(filters).length === 0;
  return isPlain ? (steps[0] ?? null) : null;
}

/** Layers that are on before their reader switches any: those of a step, or as published. */
function ownLayers({ map, published }: OpenPublished, step: StoryStep | null): ReadonlySet<string> {
  return step ? new Set(step.view.layers.filter((id) => map.state.hierarchy[id])) : published;
}

/** What is switched otherwise than it is at first. */
export function switchedLayers(open: OpenPublished, step: StoryStep | null): { on: string[]; off: string[] } {
  const own = ownLayers(open, step);
  const layers = Object.values(open.map.state.hierarchy).filter(({ type }) => type === 'Layer');
  return {
    on: layers.filter(({ id, visible }) => visible && !own.has(id)).map(({ id }) => id),
    off: layers.filter(({ id, visible }) => !visible && own.has(id)).map(({ id }) => id),
  };
}

/** Switches layers as an address says; those that it does not name are as they are at first. */
export function switchLayers(
  open: OpenPublished,
  step: StoryStep | null,
  { on, off }: Pick<SharedAddress, 'on' | 'off'>,
): void {
  const own = ownLayers(open, step);
  const wanted = [...new Set([...own, ...on])].filter((id) => !off.includes(id));
  open.map.showOnly(wanted);
}

/** Filters that are otherwise than as published. */
export function filteredLayers({ map, filters }: OpenPublished): Record<string, LayerFilter> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([id, published]) => {
      const now = map.state.styles[id]?.filter ?? [];
      return filterKey(now) === filterKey(published) ? [] : [[id, now]];
    }),
  );
}

/** Filters layers as an address says; those that it does not name are as published. */
export function filterLayers({ map, filters }: OpenPublished, address: Pick<SharedAddress, 'filters'>): void {
  for (const [id, published] of Object.entries(filters)) {
    const wanted = address.filters[id] ?? published;
    if (filterKey(wanted) !== filterKey(map.state.styles[id]?.filter ?? [])) map.filter(id, wanted);
  }
}
