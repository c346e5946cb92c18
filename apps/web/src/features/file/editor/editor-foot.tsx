import { fileFormat, fileText, replaceText, setFileFormat, type TextFormat } from '@groma/model';
import { Menu } from '@groma/ui';
import type * as Y from 'yjs';
import { useText } from '../../../platform/text.ts';
import { previewOf } from '../opening-rule.ts';
import { openPreview } from '../viewer/open-as.ts';
import { languageOf } from './language-of.ts';
import type { Place } from './text-editor.tsx';

interface EditorFootProps {
  doc: Y.Doc;
  path: string;
  format: TextFormat;
  place: Place;
  isEditable: boolean;
  isWrapped: boolean;
  onGoToLine(): void;
  onWrap(isWrapped: boolean): void;
}

const encodingNames: Readonly<Record<TextFormat['encoding'], string>> = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16 LE', 'utf-16be': 'UTF-16 BE', 'windows-1252': 'Windows-1252' };

/** What concerns the whole text: place, language, encoding, line ends, wrapping. */
export function EditorFoot({ doc, path, format, place, isEditable, isWrapped, onGoToLine, onWrap }: EditorFootProps) {
  const t = useText();
  const ending = t(`file.editor.lineEnding.${format.lineEnding}`);
  const encoding = encodingNames[format.encoding];
  const endings = (['lf', 'crlf'] as const).map((each) => ({ key: each, label: t(`file.editor.lineEndingLong.${each}`), active: format.lineEnding === each, onSelect: () => { setLineEnding(doc, each); } }));
  return (
    <footer className="file-editor-foot">
      <button type="button" onClick={onGoToLine} title={t('file.editor.goToLineHint')}>{t('file.editor.place', { line: place.line, column: place.column })}</button>
      {place.selected > 0 && <span>{t('file.editor.selected', { count: place.selected })}</span>}
      <span className="file-editor-space" />
      {previewOf(path) && <button type="button" onClick={() => openPreview(path)}>{t('file.viewer.showPreview')}</button>}
      <span>{languageOf(path)?.name ?? t('file.editor.plainText')}</span>
      <span>{format.hasMark && format.encoding === 'utf-8' ? t('file.editor.withMark', { encoding }) : encoding}</span>
      {isEditable
        ? <Menu items={endings} target={<button type="button" aria-label={t('file.editor.lineEndingIs', { ending })}>{ending}</button>} />
        : <span>{ending}</span>}
      <button type="button" aria-pressed={isWrapped} onClick={() => { onWrap(!isWrapped); }}>{t('file.editor.wrap')}</button>
    </footer>
  );
}

/** Lines end otherwise from now on; the carriage returns of a mixed file go. */
function setLineEnding(doc: Y.Doc, lineEnding: 'lf' | 'crlf'): void {
  doc.transact(() => {
    const before = fileFormat(doc);
    if (before.lineEnding === 'mixed') replaceText(fileText(doc), fileText(doc).toString().replace(/\r\n?/g, '\n'));
    setFileFormat(doc, { ...before, lineEnding });
  });
}
