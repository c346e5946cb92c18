import { EditorSelection, type Extension } from '@codemirror/state';
import { EditorView, RectangleMarker, ViewPlugin, type PluginValue, type ViewUpdate } from '@codemirror/view';
import { presenceColor } from '@groma/ui';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { caretPlaces, publishSelection, type CaretPlace } from './caret-places.ts';

/** So near to a caret, in pixels, the pointer shows whose it is. */
const reach = 4;
/** A name takes this much room above its caret, in pixels; where there is less it stands below. */
const nameHeight = 16;

interface Drawn {
  caret: HTMLElement;
  name: HTMLElement;
  told: string;
}
interface Shown {
  place: CaretPlace;
  caret: RectangleMarker | null;
  selection: readonly RectangleMarker[];
}

/**
 * The carets and selections of others, drawn in two layers beside the editable text and never in it: whatever a browser
 * does to the text while somebody types, the editor can't read them back. Nothing here changes the editor's state, so a
 * caret that moves doesn't disturb a composition.
 */
class RemoteCarets implements PluginValue {
  readonly #view: EditorView;
  readonly #text: Y.Text;
  readonly #awareness: Awareness;
  readonly #carets = layer('cm-remote-carets');
  readonly #selections = layer('cm-remote-selections');
  readonly #drawn = new Map<number, Drawn>();
  readonly #measure = {
    key: this,
    read: () => this.#read(),
    write: (shown: readonly Shown[]) => {
      this.#draw(shown);
    },
  };
  readonly #onChange = ({ added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>): void => {
    if ([...added, ...updated, ...removed].some((client) => client !== this.#awareness.clientID))
      this.#view.requestMeasure(this.#measure);
  };

  constructor(view: EditorView, text: Y.Text, awareness: Awareness) {
    this.#view = view;
    this.#text = text;
    this.#awareness = awareness;
    view.scrollDOM.append(this.#selections, this.#carets);
    awareness.on('change', this.#onChange);
    view.requestMeasure(this.#measure);
  }

  update({ view, docChanged, selectionSet, focusChanged, viewportChanged, geometryChanged }: ViewUpdate): void {
    const isHere = view.hasFocus && view.dom.ownerDocument.hasFocus();
    if (isHere && (docChanged || selectionSet || focusChanged))
      publishSelection(this.#text, this.#awareness, view.state.selection.main);
    if (docChanged || viewportChanged || geometryChanged) view.requestMeasure(this.#measure);
  }

  /** Shows the name of the caret under the pointer. */
  point(x: number, y: number): void {
    for (const { caret } of this.#drawn.values()) {
      const { left, right, top, bottom } = caret.getBoundingClientRect();
      caret.toggleAttribute('data-pointed', x >= left - reach && x <= right + reach && y >= top && y <= bottom);
    }
  }

  #read(): Shown[] {
    const { length } = this.#view.state.doc;
    return caretPlaces(this.#text, this.#awareness).map((place) => {
      const [anchor, head] = [Math.min(place.anchor, length), Math.min(place.head, length)];
      // At the end of a wrapped line the caret stands on the side that the selection comes from.
      const [caret = null] = RectangleMarker.forRange(
        this.#view,
        '',
        EditorSelection.cursor(head, head > anchor ? -1 : 1),
      );
      const selection =
        anchor === head
          ? []
          : RectangleMarker.forRange(this.#view, 'cm-remote-selection', EditorSelection.range(anchor, head));
      return { place, caret, selection };
    });
  }

  #draw(shown: readonly Shown[]): void {
    this.#selections.replaceChildren(
      ...shown.flatMap(({ place, selection }) =>
        selection.map((marker) => {
          const drawn = marker.draw();
          drawn.style.setProperty('--person', presenceColor(place.userId).css);
          return drawn;
        }),
      ),
    );
    const gone = new Set(this.#drawn.keys());
    for (const { place, caret } of shown) {
      if (!caret) continue;
      gone.delete(place.client);
      this.#drawCaret(place, caret);
    }
    for (const client of gone) {
      this.#drawn.get(client)?.caret.remove();
      this.#drawn.delete(client);
    }
  }

  #drawCaret(place: CaretPlace, { left, top, height }: RectangleMarker): void {
    const drawn = this.#drawn.get(place.client) ?? this.#newCaret(place.client);
    const { caret, name } = drawn;
    Object.assign(caret.style, { left: `${left}px`, top: `${top}px`, height: `${height}px` });
    caret.style.setProperty('--person', presenceColor(place.userId).css);
    caret.toggleAttribute('data-below', top < nameHeight);
    if (name.textContent !== place.name) name.textContent = place.name;
    if (drawn.told === place.told) return;
    // Another animation of the same kind starts anew: the name is shown for a while after each move of its person.
    drawn.told = place.told;
    caret.toggleAttribute('data-again');
  }

  #newCaret(client: number): Drawn {
    const caret = document.createElement('div');
    caret.className = 'cm-remote-caret';
    const name = document.createElement('span');
    name.className = 'cm-remote-caret-name';
    caret.append(name);
    this.#carets.append(caret);
    const drawn = { caret, name, told: '' };
    this.#drawn.set(client, drawn);
    return drawn;
  }

  destroy(): void {
    this.#awareness.off('change', this.#onChange);
    this.#carets.remove();
    this.#selections.remove();
  }
}

function layer(name: string): HTMLElement {
  const made = document.createElement('div');
  made.className = `cm-layer ${name}`;
  made.setAttribute('aria-hidden', 'true');
  return made;
}

const look = EditorView.theme({
  '.cm-remote-selections': { zIndex: '-2' },
  '.cm-remote-selection': { background: 'color-mix(in srgb, var(--person) 20%, transparent)' },
  '.cm-remote-carets': { zIndex: '151' },
  '.cm-remote-caret': { position: 'absolute', width: '2px', marginLeft: '-1px', background: 'var(--person)' },
  // The name stands above for a while after the caret came or moved, and again under the pointer.
  '.cm-remote-caret-name': {
    position: 'absolute',
    bottom: '100%',
    left: '0',
    padding: '0 5px',
    borderRadius: '3px 3px 3px 0',
    color: 'var(--on-presence)',
    background: 'var(--person)',
    opacity: '0',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--fs-micro)',
    lineHeight: `${nameHeight}px`,
    fontWeight: 'var(--fw-medium)',
    whiteSpace: 'nowrap',
    animation: 'cursor-name-shown 3s',
  },
  '.cm-remote-caret[data-again] > .cm-remote-caret-name': { animationName: 'cursor-name-shown-again' },
  '.cm-remote-caret[data-pointed] > .cm-remote-caret-name': { opacity: '1' },
  '.cm-remote-caret[data-below] > .cm-remote-caret-name': {
    bottom: 'auto',
    top: '100%',
    borderRadius: '0 3px 3px 3px',
  },
});

/** Shows the carets and selections of the others in a text, with their names, and tells them one's own. */
export function remoteCarets(text: Y.Text, awareness: Awareness): Extension {
  const plugin = ViewPlugin.define((view) => new RemoteCarets(view, text, awareness), {
    eventHandlers: {
      mousemove(event) {
        this.point(event.clientX, event.clientY);
      },
      mouseleave() {
        this.point(Number.NaN, Number.NaN);
      },
    },
  });
  return [plugin, look];
}
