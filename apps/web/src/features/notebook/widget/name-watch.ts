import { useMemo, useSyncExternalStore } from 'react';
import { inputNamesOf } from '../block/input-names.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';

/** Blocks whose name a later block has too, so that theirs is not used (NBK-105). */
export function shadowedBlocks(names: ReadonlyMap<string, string>): Set<string> {
  const last = new Map<string, string>();
  for (const [id, name] of names) last.set(name, id);
  return new Set([...names].filter(([id, name]) => last.get(name) !== id).map(([id]) => id));
}

/** Names are looked at anew so long after an edit; nobody waits for it. */
const settleMs = 250;

interface Watch {
  read(): ReadonlySet<string>;
  subscribe(listener: () => void): () => void;
}
const watches = new WeakMap<NotebookEditor, Watch>();

/** One search serves all blocks of an editor. */
function watchOf(editor: NotebookEditor): Watch {
  const known = watches.get(editor);
  if (known) return known;
  const listeners = new Set<() => void>();
  let shadowed = shadowedBlocks(inputNamesOf(editor));
  let timer: ReturnType<typeof setTimeout> | null = null;
  let stop: (() => void) | undefined;
  const look = () => {
    timer = null;
    const now = shadowedBlocks(inputNamesOf(editor));
    if (now.size === shadowed.size && [...now].every((id) => shadowed.has(id))) return;
    shadowed = now;
    for (const listener of listeners) listener();
  };
  const made: Watch = {
    read: () => shadowed,
    subscribe(listener) {
      if (listeners.size === 0) {
        stop =
          editor.onChange(() => {
            timer ??= setTimeout(look, settleMs);
          }) ?? undefined;
        timer ??= setTimeout(look, settleMs);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        if (timer) clearTimeout(timer);
        timer = null;
      };
    },
  };
  watches.set(editor, made);
  return made;
}

/** Whether a later block has the same name as this one. */
export function useIsShadowed(editor: NotebookEditor, blockId: string): boolean {
  const watch = useMemo(() => watchOf(editor), [editor]);
  return useSyncExternalStore(watch.subscribe, () => watch.read().has(blockId));
}
