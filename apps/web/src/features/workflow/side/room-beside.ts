import { useEffect, type RefObject } from 'react';

/** Pixels below which what stands beside the canvas lies over it, as `workflow.css` has it. */
const leastWidth = 640;

/**
 * Folds what is beside the canvas of `body` where it would cover the canvas, and unfolds it once there is room again
 * (SHL-169).
 */
export function useRoomBeside(
  body: RefObject<HTMLElement | null>,
  isDrawn: boolean,
  onChange: (hasRoom: boolean) => void,
): void {
  useEffect(() => {
    const element = body.current;
    if (!isDrawn || !element) return undefined;
    let hadRoom = true;
    const observer = new ResizeObserver(() => {
      const { clientWidth } = element;
      // A tab behind another one has no width.
      if (clientWidth === 0 || clientWidth >= leastWidth === hadRoom) return;
      hadRoom = !hadRoom;
      onChange(hadRoom);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [body, isDrawn, onChange]);
}
