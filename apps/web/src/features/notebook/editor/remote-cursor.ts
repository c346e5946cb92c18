import { presenceColor } from '@groma/ui';
import type { Plugin } from 'prosemirror-state';
import type { Awareness } from 'y-protocols/awareness';
import { yCursorPlugin } from 'y-prosemirror';

interface Person {
  id?: unknown;
  name: string;
}

const colorOf = ({ id, name }: Person): string => presenceColor(typeof id === 'string' ? id : name).css;

/**
 * The cursor of another person in the text. Its name is drawn by the style sheet and there is no text in it: browsers
 * copy elements of an editable text while somebody types, and the editor would read the text of a copy as typed.
 */
function drawCursor(person: Person): HTMLElement {
  const cursor = document.createElement('span');
  cursor.className = 'remote-cursor';
  cursor.setAttribute('aria-hidden', 'true');
  cursor.style.setProperty('--person', colorOf(person));
  const name = document.createElement('span');
  name.className = 'remote-cursor-name';
  name.dataset['name'] = person.name;
  cursor.append(name);
  return cursor;
}

/**
 * What others have selected. Not with a background colour of its own, which would be read as one that somebody gave the
 * text.
 */
const drawSelection = (person: Person) => ({ class: 'remote-selection', style: `--person: ${colorOf(person)}` });

/**
 * Shows the cursors and selections of others in the text, and tells them one's own. A name is shown for a while after
 * each move.
 */
export function remoteCursors(awareness: Awareness): Plugin {
  const drawn = new Map<number, { cursor: HTMLElement; told: string }>();
  const placeOf = (client: number) =>
    JSON.stringify((awareness.getStates().get(client) as { cursor?: unknown } | undefined)?.cursor);
  const onChange = ({ updated }: { updated: number[] }) => {
    for (const client of updated) {
      const known = drawn.get(client);
      const told = placeOf(client);
      if (!known || known.told === told) continue;
      known.told = told;
      // Another animation of the same kind starts anew.
      known.cursor.toggleAttribute('data-again');
    }
  };
  const cursorBuilder = (person: Person, client: number) => {
    const cursor = drawCursor(person);
    drawn.set(client, { cursor, told: placeOf(client) });
    return cursor;
  };
  const plugin = yCursorPlugin(awareness, { cursorBuilder, selectionBuilder: drawSelection } as never) as Plugin;
  const bind = plugin.spec.view!;
  plugin.spec.view = (view) => {
    const bound = bind(view);
    awareness.on('change', onChange);
    return {
      ...bound,
      destroy() {
        awareness.off('change', onChange);
        bound.destroy?.();
      },
    };
  };
  return plugin;
}
