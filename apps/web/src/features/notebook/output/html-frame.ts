import { readToken } from '@groma/ui';

/** The page inside the frames of HTML outputs; its own policy is in it (`public/output-frame.html`). */
export const framePage = '/output-frame.html';

/** Highest frame: beyond it the frame scrolls, so that an output cannot push the rest of the notebook away. */
export const highestFrame = 2_000;

export type FrameMessage = { type: 'ready' } | { type: 'height'; height: number } | { type: 'failed' };

/** What a frame said, if it is something we understand. Heights are whole pixels in bounds. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type === 'groma-output-ready') return { type: 'ready' };
  if (data.type === 'groma-output-failed') return { type: 'failed' };
  if (
    data.type !== 'groma-output-height' ||
    !('height' in data) ||
    typeof data.height !== 'number' ||
    !Number.isFinite(data.height)
  )
    return null;
  return { type: 'height', height: Math.min(highestFrame, Math.max(0, Math.ceil(data.height))) };
}

const tokens = [
  '--text',
  '--text-2',
  '--text-3',
  '--line',
  '--line-strong',
  '--bg-surface',
  '--bg-panel',
  '--bg-hover',
  '--accent-text',
  '--font-ui',
  '--font-mono',
] as const;

let known: Record<string, string> | null = null;

/**
 * Our colours of the current theme, for the frame has no other way to know them. Many frames that come at once ask
 * once.
 */
export function frameStyle(): Record<string, string> {
  if (known) return known;
  known = Object.fromEntries(tokens.map((token) => [token, readToken(token)]));
  setTimeout(() => {
    known = null;
  });
  return known;
}

/**
 * The HTML as a page without scripts, for a server that does not let the frame's own page run. Nothing is fetched
 * either.
 */
export function staticPage(html: string): string {
  const style = Object.entries(frameStyle())
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><style>:root{${style}}body{margin:0;padding:10px 12px;color:var(--text);font:13px/1.45 sans-serif}td,th{padding:4px 10px;border:1px solid var(--line)}table{border-collapse:collapse;font-size:12px}a{color:var(--accent-text)}</style>${html}`;
}
