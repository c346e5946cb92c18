import type { ToolParameters } from '@groma/model';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { useSession } from '../../../platform/session.ts';
import { createStored } from '../../../platform/stored.ts';
import type { MapSession } from '../session/map-session.ts';
import type { OutputKind } from './output-choice.tsx';

/** Tools that a person has at hand, by their ids. */
type Shelf = { favourites: readonly string[]; recent: readonly string[] };

const mostRecent = 5;
const shelves = new Map<string, UseBoundStore<StoreApi<Shelf>>>();

function shelfOf(personId: string): UseBoundStore<StoreApi<Shelf>> {
  const found = shelves.get(personId) ?? createStored<Shelf>(`groma.tools.${personId}`, { favourites: [], recent: [] });
  shelves.set(personId, found);
  return found;
}

/** What is kept in a browser may be anything. */
function idsIn(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
}

/** What the person has at hand in this browser: the newest first. */
export function useShelf(): Shelf & { toggleFavourite(id: string): void; noteUse(id: string): void } {
  const store = shelfOf(useSession().id);
  const { favourites: kept, recent: used } = store();
  return {
    favourites: idsIn(kept),
    recent: idsIn(used),
    toggleFavourite: (id) =>
      store.setState(({ favourites }) => ({
        favourites: idsIn(favourites).includes(id)
          ? idsIn(favourites).filter((each) => each !== id)
          : [...idsIn(favourites), id],
      })),
    noteUse: (id) =>
      store.setState(({ recent }) => ({
        recent: [id, ...idsIn(recent).filter((each) => each !== id)].slice(0, mostRecent),
      })),
  };
}

/** What is set in the form of a tool; a number that is missing is null. */
interface ToolDraft {
  parameters: ToolParameters;
  output: OutputKind;
  /** Where a file goes; undefined while it is the proposed one. */
  path?: string | undefined;
}

/** The layer that tools are run on, and which one the person held in the tree when it was taken. */
interface InHand {
  layerId: string;
  boundLayerId: string | null;
  /** The reference of other data that they are run on, until another layer is held in the tree. */
  source?: string | null;
}

interface Workbench {
  /** The tool whose form is open. */
  toolId: string | null;
  /** It was chosen, and its form has not taken the keyboard yet. */
  isJustChosen: boolean;
  /** By the ids of the maps. */
  inHand: Readonly<Record<string, InHand>>;
  /** Where the keyboard was in the list when the form was opened: it comes back there. */
  left: { row: string; query: string } | null;
  /** Until the page is closed. */
  drafts: Readonly<Record<string, ToolDraft>>;
}

const useWorkbench = create<Workbench>(() => ({
  toolId: null,
  isJustChosen: false,
  inHand: {},
  left: null,
  drafts: {},
}));

export function useOpenTool(): string | null {
  return useWorkbench(({ toolId }) => toolId);
}

/** Opens the form of a tool in the drawer; null for the list. */
export function chooseTool(toolId: string | null): void {
  useWorkbench.setState({ toolId, isJustChosen: toolId !== null });
}

export function useJustChosen(): boolean {
  return useWorkbench(({ isJustChosen }) => isJustChosen);
}

/** Whether a tool was just chosen; only the first who asks is told so. */
export function takeJustChosen(): boolean {
  const { isJustChosen } = useWorkbench.getState();
  if (isJustChosen) useWorkbench.setState({ isJustChosen: false });
  return isJustChosen;
}

export function useInHand(mapId: string): InHand | undefined {
  return useWorkbench(({ inHand }) => inHand[mapId]);
}

export function keepInHand(mapId: string, kept: Omit<InHand, 'source'>): void {
  useWorkbench.setState(({ inHand }) => ({
    inHand: { ...inHand, [mapId]: { ...kept, source: sourceInHand(inHand[mapId], kept.boundLayerId) } },
  }));
}

/** Takes other data than a layer of the map in hand. */
export function takeSource(mapId: string, source: string, { layerId, boundLayerId }: Omit<InHand, 'source'>): void {
  useWorkbench.setState(({ inHand }) => ({ inHand: { ...inHand, [mapId]: { layerId, boundLayerId, source } } }));
}

/** The other data in hand; null where that is a layer of the map. */
export function sourceInHand(inHand: InHand | undefined, boundLayerId: string | null): string | null {
  return inHand?.boundLayerId === boundLayerId ? (inHand?.source ?? null) : null;
}

/** Takes a layer in hand, also one that somebody else holds: that it is held for the person too is only a wish. */
export function takeInHand(mapId: string, layerId: string, session: Pick<MapSession, 'bind' | 'state'> | null): void {
  session?.bind(layerId);
  const kept = { layerId, boundLayerId: session?.state.boundLayerId ?? null };
  useWorkbench.setState(({ inHand }) => ({ inHand: { ...inHand, [mapId]: kept } }));
}

/** The layer in hand of those that there are: the one held in the tree, where that has changed since one was taken. */
export function layerInHand<Layer extends { id: string }>(
  layers: readonly Layer[],
  inHand: InHand | undefined,
  boundLayerId: string | null,
): Layer | undefined {
  const wanted = [inHand?.layerId, boundLayerId];
  if (inHand?.boundLayerId !== boundLayerId) wanted.reverse();
  return wanted.flatMap((wantedId) => layers.find(({ id }) => id === wantedId) ?? [])[0] ?? layers[0];
}

export function leaveList(left: Workbench['left']): void {
  useWorkbench.setState({ left });
}

export function readLeft(): Workbench['left'] {
  return useWorkbench.getState().left;
}

export function useDraft(toolId: string): ToolDraft | undefined {
  return useWorkbench(({ drafts }) => drafts[toolId]);
}

/** Remembers what is set in a form; null forgets it. */
export function keepDraft(toolId: string, draft: ToolDraft | null): void {
  useWorkbench.setState(({ drafts: { [toolId]: _before, ...rest } }) => ({
    drafts: draft ? { ...rest, [toolId]: draft } : rest,
  }));
}
