import type { BlockNoteEditor, ExtensionFactoryInstance } from '@blocknote/core';
import { CollaborationExtension, type CollaborationOptions } from '@blocknote/core/yjs';
import { EditorState, Selection, type Plugin } from 'prosemirror-state';
import { initProseMirrorDoc, ySyncPlugin, ySyncPluginKey, type ProsemirrorBinding } from 'y-prosemirror';
import { remoteCursors } from './remote-cursor.ts';

/**
 * The binding of an editor to its document, whose first view shows the blocks that are there. By itself it would show
 * an empty page and then replace it, and each part of the editor would look through all blocks of that change.
 */
export class FirstBlocks {
  readonly #options: CollaborationOptions;
  readonly #mapping: ReturnType<typeof initProseMirrorDoc>['mapping'] = new Map();
  #areThere = false;

  constructor(options: CollaborationOptions) {
    this.#options = options;
  }

  /** To be given to the editor instead of `CollaborationExtension`. */
  readonly extension: ExtensionFactoryInstance = (context) => {
    const made = CollaborationExtension(this.#options)(context);
    const parts = made.blockNoteExtensions.map((part): ExtensionFactoryInstance => (within) => {
      const extension = part(within);
      if (extension.key === 'ySync') return { ...extension, prosemirrorPlugins: [this.#sync()] };
      const awareness = this.#options.provider?.awareness;
      return extension.key === 'yCursor' && awareness
        ? { ...extension, prosemirrorPlugins: [remoteCursors(awareness)] }
        : extension;
    });
    return { ...made, blockNoteExtensions: parts };
  };

  /**
   * Gives an editor the blocks before its first view. Blocks that need mending are left to the change that mends them.
   */
  show(editor: BlockNoteEditor): void {
    const { fragment } = this.#options;
    if (fragment.length !== 1) return;
    const { doc, mapping } = initProseMirrorDoc(fragment, editor.pmSchema);
    if (!isWhole(doc)) return;
    for (const [type, node] of mapping) this.#mapping.set(type, node);
    // In the first text: what is no text, as code, is written in by itself.
    const selection = Selection.findFrom(doc.resolve(0), 1, true) ?? Selection.atStart(doc);
    editor.prosemirrorView.updateState(EditorState.create({ doc, selection }));
    this.#areThere = true;
    const look = () => {
      this.#areThere = false;
      fragment.unobserveDeep(look);
    };
    fragment.observeDeep(look);
  }

  #sync(): Plugin {
    const plugin = ySyncPlugin(this.#options.fragment, { mapping: this.#mapping }) as Plugin;
    const bind = plugin.spec.view!;
    plugin.spec.view = (view) => {
      const bound = bind(view);
      // Shown once; what has changed before, or while there was no view, is shown as ever.
      if (!this.#areThere)
        // oxlint-disable-next-line no-underscore-dangle
        (ySyncPluginKey.getState(view.state) as { binding: ProsemirrorBinding }).binding._forceRerender();
      this.#areThere = false;
      return bound;
    };
    return plugin;
  }
}

/** Whether each block has an id of its own, and what it may hold. */
function isWhole(doc: EditorState['doc']): boolean {
  const ids = new Set<unknown>();
  let isGood = doc.childCount === 1;
  doc.descendants((node) => {
    if (node.type.name !== 'blockContainer') return isGood;
    const { id } = node.attrs as { id: unknown };
    if (id === null || ids.has(id)) isGood = false;
    ids.add(id);
    return isGood && node.childCount > 1;
  });
  return isGood;
}
