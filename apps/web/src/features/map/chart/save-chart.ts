import { readToken } from '@groma/ui';

const margin = 16;
const titleSize = 15;
const noteSize = 11;

/**
 * The picture of a chart as it stands on the screen, with its title above and what it was drawn from below. Null
 * without a canvas.
 */
export async function chartPicture(frame: HTMLElement | null, title: string, note: string): Promise<Blob | null> {
  const drawn = frame?.querySelector('canvas');
  if (!frame || !drawn || drawn.width === 0) return null;
  const scale = drawn.width / frame.clientWidth;
  const [head, foot] = [(titleSize + margin * 2) * scale, (noteSize + margin * 1.5) * scale];
  const picture = new OffscreenCanvas(drawn.width, drawn.height + head + foot);
  const context = picture.getContext('2d')!;
  context.fillStyle = readToken('--bg-surface');
  context.fillRect(0, 0, picture.width, picture.height);
  const font = readToken('--font-ui');
  context.textBaseline = 'middle';
  context.fillStyle = readToken('--text');
  context.font = `600 ${titleSize * scale}px ${font}`;
  context.fillText(title, margin * scale, head / 2, picture.width - margin * 2 * scale);
  context.drawImage(drawn, 0, head);
  context.fillStyle = readToken('--text-3');
  context.font = `${noteSize * scale}px ${font}`;
  context.fillText(note, margin * scale, head + drawn.height + foot / 2, picture.width - margin * 2 * scale);
  return picture.convertToBlob({ type: 'image/png' });
}

/** Has the browser save a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'chart.png';
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
