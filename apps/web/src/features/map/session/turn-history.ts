import type { MapSession } from './map-session.ts';

/** Undoes or redoes within what is at work, else this person's own last change of the map. */
export async function turnHistory(session: MapSession, direction: 'undo' | 'redo'): Promise<void> {
  if (!session.drawing.turn(direction) && session.drawing.state.editing === null) await session.edits.turn(direction);
}
