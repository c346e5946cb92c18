import type { StoryStep } from '@groma/model';
import { useState, type DragEvent } from 'react';
import { act } from '../../../registry/menu-entry.ts';
import { moveStoryStepTo } from './story-commands.ts';

/** Kind of drag data of a step: the id of its map, and its own. */
const kind = 'groma/storystep';

/** Where a step that is dragged would go: before or behind another. */
interface Target {
  stepId: string;
  side: 'before' | 'behind';
}

export interface StepDrag {
  target: Target | null;
  /** Of the handle of a step. */
  handle(stepId: string): { draggable: true; onDragStart(event: DragEvent): void; onDragEnd(): void };
  /** Of the step as a place to drop on. */
  place(stepId: string): { onDragOver(event: DragEvent): void; onDrop(event: DragEvent): void };
}

/** Steps of a story that are put in another order with the pointer. */
export function useStepDrag(mapId: string, steps: readonly StoryStep[]): StepDrag {
  const [target, setTarget] = useState<Target | null>(null);
  const sideOf = ({ currentTarget, clientY }: DragEvent): Target['side'] => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return clientY < top + height / 2 ? 'before' : 'behind';
  };
  const end = () => setTarget(null);
  return {
    target,
    handle: (stepId) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.setData(kind, JSON.stringify([mapId, stepId]));
        event.dataTransfer.effectAllowed = 'move';
        const step = (event.target as HTMLElement).closest('li');
        if (step) event.dataTransfer.setDragImage(step, 12, 12);
      },
      onDragEnd: end,
    }),
    place: (stepId) => ({
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes(kind)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        const side = sideOf(event);
        if (target?.stepId !== stepId || target.side !== side) setTarget({ stepId, side });
      },
      onDrop: (event) => {
        end();
        const moved = movedStep(event.dataTransfer.getData(kind), mapId);
        if (moved === null) return;
        event.preventDefault();
        const others = steps.filter(({ id }) => id !== moved);
        const at = others.findIndex(({ id }) => id === stepId);
        if (at < 0) return;
        act(moveStoryStepTo, { mapId, stepId: moved, index: sideOf(event) === 'before' ? at : at + 1 });
      },
    }),
  };
}

/** The step that was dropped; null where it is none of this map. */
function movedStep(dropped: string, mapId: string): string | null {
  try {
    const [of, stepId] = JSON.parse(dropped) as unknown[];
    return of === mapId && typeof stepId === 'string' ? stepId : null;
  } catch {
    return null;
  }
}
