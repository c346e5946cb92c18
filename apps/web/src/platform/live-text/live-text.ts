import type { Extension } from '@codemirror/state';
import { yCollab } from 'y-codemirror.next';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { remoteCarets } from './remote-carets.ts';

/**
 * Binds a code editor to a text that several people write: the text stays in step, undo takes back one's own changes,
 * and the others' carets and selections are shown (NBK-082, FIL-069).
 *
 * The carets are ours and not those of `yCollab`, which are elements inside the editable text: browsers copy such
 * elements while they edit, and the editor then reads the name in the copy as typed text.
 */
export function liveText(text: Y.Text, awareness: Awareness, undoManager: Y.UndoManager): Extension {
  return [yCollab(text, null, { undoManager }), remoteCarets(text, awareness)];
}
