import type { EditorView } from '@codemirror/view';
import { decodeUnicode, limit, textChanges } from '@groma/model';
import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';

/**
 * Overwrites the open text with a file of the person's computer, over its room (FIL-070), by the least changes, so that
 * it can be undone.
 */
export async function overwriteText(view: EditorView): Promise<void> {
  const file = await chooseOne();
  if (!file) return;
  const decoded = file.size <= limit.editFileBytes ? decodeUnicode(new Uint8Array(await file.arrayBuffer())) : null;
  if (!decoded) return void toast.error(t('file.editor.cannotOverwrite', { name: file.name }));
  const text = decoded.text.replace(/\r\n?/g, '\n');
  const changes = textChanges(view.state.sliceDoc(), text).map(({ from, removed, inserted }) => ({
    from,
    to: from + removed,
    insert: inserted,
  }));
  if (changes.length > 0) view.dispatch({ changes, userEvent: 'input.paste' });
}

function chooseOne(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file' });
    input.addEventListener('change', () => {
      resolve(input.files?.[0] ?? null);
    });
    input.addEventListener('cancel', () => {
      resolve(null);
    });
    input.click();
  });
}
