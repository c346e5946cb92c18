import { useMemo } from 'react';
import { create } from 'zustand';

/** Kinds of panels of which pictures can be taken. */
export type PicturedKind = 'map' | 'notebook' | 'workflow';

/** Takes a picture of what a panel shows now; null while it shows nothing. */
export type TakePicture = () => Promise<Blob | null>;

const keyOf = (kind: PicturedKind, id: string) => `${kind}:${id}`;

const pictureStore = create<{ takers: ReadonlyMap<string, TakePicture> }>(() => ({ takers: new Map() }));

/** A panel lends the way to take a picture of it while it is shown; returns how to take that back. */
export function lendPanelPicture(kind: PicturedKind, id: string, take: TakePicture): () => void {
  const key = keyOf(kind, id);
  pictureStore.setState(({ takers }) => ({ takers: new Map([...takers, [key, take]]) }));
  return () => {
    pictureStore.setState(({ takers }) => ({
      takers: takers.get(key) === take ? new Map([...takers].filter(([each]) => each !== key)) : takers,
    }));
  };
}

/** How a picture of a panel is taken; undefined while it is not open. Where none is named any open one will do. */
export function usePanelPicture(of: { kind: PicturedKind; id: string } | null): TakePicture | undefined {
  const takers = pictureStore((state) => state.takers);
  const taker = of ? takers.get(keyOf(of.kind, of.id)) : undefined;
  const anyTaker = useMemo(() => (takers.size === 0 ? undefined : () => firstPicture([...takers.values()])), [takers]);
  return of ? taker : anyTaker;
}

/** Of the panel that was opened last; one behind another tab has none to give. */
async function firstPicture(takers: readonly TakePicture[]): Promise<Blob | null> {
  for (const take of takers.toReversed()) {
    // oxlint-disable-next-line no-await-in-loop -- the next one only where this one shows nothing
    const picture = await take();
    if (picture) return picture;
  }
  return null;
}
