import {
  BasicTextStyleButton,
  BlockTypeSelect,
  CreateLinkButton,
  FileCaptionButton,
  FileDeleteButton,
  FileReplaceButton,
  FormattingToolbar,
  TextAlignButton,
  useBlockNoteEditor,
  useSelectedBlocks,
} from '@blocknote/react';
import { codeCellType, plainTextType } from '@groma/model';
import type { FC } from 'react';

const styles = ['bold', 'italic', 'underline', 'strike', 'code'] as const;
const alignments = ['left', 'center', 'right'] as const;
const withoutText: ReadonlySet<string> = new Set([codeCellType, plainTextType, 'divider']);

/** What can be done with selected text: its kind, marks, alignment, a link (NBK-011). */
function TextToolbar({ Last }: { Last: FC }) {
  const editor = useBlockNoteEditor();
  const blocks = useSelectedBlocks(editor);
  if (blocks.every(({ type }) => withoutText.has(type))) return null;
  return (
    <FormattingToolbar>
      <BlockTypeSelect />
      <FileCaptionButton />
      <FileReplaceButton />
      <FileDeleteButton />
      {styles.map((style) => (
        <BasicTextStyleButton key={style} basicTextStyle={style} />
      ))}
      {alignments.map((alignment) => (
        <TextAlignButton key={alignment} textAlignment={alignment} />
      ))}
      <CreateLinkButton />
      <Last />
    </FormattingToolbar>
  );
}

/** The toolbar with a button that is not the editor's own. */
export function textToolbar(Last: FC): FC {
  return function NotebookToolbar() {
    return <TextToolbar Last={Last} />;
  };
}
