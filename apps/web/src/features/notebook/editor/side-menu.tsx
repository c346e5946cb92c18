import { SideMenuExtension, SuggestionMenu } from '@blocknote/core/extensions';
import {
  BlockColorsItem,
  SideMenu,
  SideMenuController,
  useBlockNoteEditor,
  useComponentsContext,
  useExtension,
  useExtensionState,
  usePortalElement,
} from '@blocknote/react';
import { codeCellType } from '@groma/model';
import { ArrowDownIcon, ArrowUpIcon, GripVerticalIcon, PlusIcon, TrashIcon, useInterface } from '@groma/ui';
import { useMemo } from 'react';
import { useText } from '../../../platform/text.ts';
import { markBlockDrag } from './block-drag.ts';
import { deleteBlock } from '../block/delete-block.tsx';
import { shiftBlock } from '../block/shift-block.ts';
import { useNotebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';

/** Width of the column in which code blocks show the state of their run. */
const gutterWidth = 40;
const headingOffsets: Readonly<Record<number, number>> = { 1: 12, 2: 10, 3: 6 };

function usePointedBlock(editor: NotebookEditor) {
  return useExtensionState(SideMenuExtension, { editor, selector: (state) => state?.block });
}

/** What stands beside the block under the pointer: add below, and the handle with its menu (NBK-013). */
export function BlockSideMenu({ editor }: { editor: NotebookEditor }) {
  const block = usePointedBlock(editor);
  const aside = block?.type === codeCellType ? gutterWidth : 4;
  const down =
    block?.type === 'heading' ? (headingOffsets[block.props.level] ?? 0) : block?.type === codeCellType ? 9 : 1;
  const isMirrored = useInterface().direction === 'rtl';
  const options = useMemo(
    () => ({
      useFloatingOptions: {
        placement: isMirrored ? ('right-start' as const) : ('left-start' as const),
        // The numbers stand in `options` too: functions are compared by their text, and would seem unchanged.
        middleware: [
          {
            name: 'asideOfBlock',
            options: [aside, down, isMirrored],
            fn: ({ x, y }: { x: number; y: number }) => ({ x: isMirrored ? x + aside : x - aside, y: y + down }),
          },
        ],
      },
    }),
    [aside, down, isMirrored],
  );
  return <SideMenuController sideMenu={SideButtons} floatingUIOptions={options} />;
}

function SideButtons() {
  const editor = useBlockNoteEditor() as unknown as NotebookEditor;
  return (
    <SideMenu>
      <AddBelow editor={editor} />
      <Handle editor={editor} />
    </SideMenu>
  );
}

function AddBelow({ editor }: { editor: NotebookEditor }) {
  const t = useText();
  const Components = useComponentsContext();
  const suggestions = useExtension(SuggestionMenu, { editor });
  const block = usePointedBlock(editor);
  if (!block || !Components) return null;
  const add = () => {
    const isEmpty = Array.isArray(block.content) && block.content.length === 0;
    const place = isEmpty ? block : editor.insertBlocks([{ type: 'paragraph' }], block.id, 'after')[0];
    if (!place) return;
    editor.setTextCursorPosition(place.id);
    editor.focus();
    suggestions.openSuggestionMenu('/');
  };
  return (
    <Components.SideMenu.Button
      className="side-button"
      label={t('notebook.addBlock')}
      icon={<PlusIcon size={16} />}
      onClick={add}
    />
  );
}

function Handle({ editor }: { editor: NotebookEditor }) {
  const t = useText();
  const Components = useComponentsContext();
  const portalElement = usePortalElement();
  const { views } = useNotebook();
  const sideMenu = useExtension(SideMenuExtension, { editor });
  const block = usePointedBlock(editor);
  if (!block || !Components) return null;
  const { Menu } = Components.Generic;
  const { id } = block;
  return (
    <Menu.Root
      position="left"
      portalElement={portalElement}
      onOpenChange={(isOpen: boolean) => {
        if (isOpen) sideMenu.freezeMenu();
        else sideMenu.unfreezeMenu();
      }}
    >
      <Menu.Trigger>
        <Components.SideMenu.Button
          className="side-button"
          label={t('notebook.blockMenu')}
          icon={<GripVerticalIcon size={16} />}
          draggable
          onDragStart={(event) => {
            sideMenu.blockDragStart(event, block);
            markBlockDrag(() => editor.focus());
          }}
          onDragEnd={() => sideMenu.blockDragEnd()}
        />
      </Menu.Trigger>
      <Menu.Dropdown className="bn-menu-dropdown bn-drag-handle-menu">
        <BlockColorsItem>{t('notebook.colors')}</BlockColorsItem>
        <Menu.Item
          className="bn-menu-item"
          icon={<ArrowUpIcon size={14} />}
          onClick={() => {
            shiftBlock(editor, id, 'up');
          }}
        >
          {t('notebook.shiftUp')}
        </Menu.Item>
        <Menu.Item
          className="bn-menu-item"
          icon={<ArrowDownIcon size={14} />}
          onClick={() => {
            shiftBlock(editor, id, 'down');
          }}
        >
          {t('notebook.shiftDown')}
        </Menu.Item>
        <Menu.Item
          className="bn-menu-item"
          icon={<TrashIcon size={14} />}
          onClick={() => deleteBlock(editor, views, id)}
        >
          {t('notebook.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu.Root>
  );
}
