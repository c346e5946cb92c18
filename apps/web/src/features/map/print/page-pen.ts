import { dots } from './paper.ts';

/** Colour of what is written. */
export const ink = '#1d2327';
const family = 'Inter, system-ui, sans-serif';

/** Sets a font of a height in millimetres. */
export function setFont(context: CanvasRenderingContext2D, millimetres: number, weight = 400): void {
  context.font = `${weight} ${dots(millimetres)}px ${family}`;
}
