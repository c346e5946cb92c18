import type { VectorStyle } from '@groma/model';
import { create } from 'zustand';
import { readStored, writeStored } from '../../../platform/stored.ts';

const key = 'groma.copied-style';

interface Copied {
  style: Partial<VectorStyle> | null;
  from: string;
}

function readCopied(): Copied {
  const found = readStored(key) as Partial<Copied> | undefined;
  return found && typeof found.from === 'string' && typeof found.style === 'object'
    ? (found as Copied)
    : { style: null, from: '' };
}

/** The style that was copied last, for other layers, maps and windows of this browser. */
export const styleClipboard = create<Copied>(readCopied);

addEventListener('storage', (event) => {
  if (event.key === key) styleClipboard.setState(readCopied());
});

export function copyStyle(style: VectorStyle, from: string): void {
  const copied = { style, from };
  writeStored(key, copied);
  styleClipboard.setState(copied);
}
