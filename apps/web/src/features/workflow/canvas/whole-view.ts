import { getViewportForBounds, type Rect, type Viewport } from '@xyflow/react';

/** Pixels of a canvas whose size is not known yet (WFL-010). */
const fallbackCanvas = { width: 1_200, height: 800 };

/** The view of a canvas, its size in pixels, that shows all of `bounds` with some room around. */
export function wholeView(bounds: Rect, canvas: { width: number; height: number } | undefined): Viewport {
  const { width, height } = canvas && canvas.width > 0 && canvas.height > 0 ? canvas : fallbackCanvas;
  return getViewportForBounds(bounds, width, height, 0.1, 1.25, 0.2);
}
