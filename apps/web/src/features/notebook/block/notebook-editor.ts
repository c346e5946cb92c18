import type { BlockConfig, BlockNoteEditor, DefaultBlockSchema } from '@blocknote/core';
import type { alertTypes, codeCellType } from '@groma/model';

/** The blocks our own code names; the schema knows more. */
type NamedBlocks = Pick<DefaultBlockSchema, 'paragraph' | 'heading' | 'image' | 'divider'> & {
  [codeCellType]: BlockConfig<typeof codeCellType, { codeId: { default: string } }, 'none'>;
  alert: BlockConfig<'alert', { type: { default: (typeof alertTypes)[number]; values: typeof alertTypes } }, 'inline'>;
};

/** The editor of a notebook's blocks. */
export type NotebookEditor = BlockNoteEditor<NamedBlocks>;
