import { cellOf, readBlocks, readCellState } from '@groma/model';
import { useContext } from 'react';
import { useText } from '../../../platform/text.ts';
import { showLine } from './show-line.ts';
import { useNotebook, type Notebook } from '../block/notebook-context.ts';
import type { TracebackPlace } from './output-text.ts';
import { OwnBlock } from './own-block.ts';

/** Links to the lines that an error came through, in this block and in others. */
export function TracebackPlaces({ places }: { places: readonly TracebackPlace[] }) {
  const t = useText();
  const notebook = useNotebook();
  const own = useContext(OwnBlock);
  if (places.length === 0) return null;
  return (
    // Below the message, which is in the language of the code.
    <p className="traceback-line" dir="ltr">
      {places.map(({ run, line }) => {
        const isOwn = own !== null && (run === null || run === own.executionCount);
        const other = isOwn || run === null ? null : blockOfRun(notebook.doc, run);
        const text = isOwn
          ? t('notebook.tracebackLine', { line })
          : other
            ? t('notebook.tracebackLineOf', { line, label: other.label })
            : t('notebook.tracebackLineOfRun', { line, run: run ?? '' });
        const target = isOwn ? own.blockId : other?.blockId;
        return (
          <button
            key={`${run} ${line}`}
            type="button"
            dir="auto"
            className="traceback-link"
            disabled={target === undefined}
            onClick={() => {
              if (target !== undefined) showLine(notebook.views, target, line);
            }}
          >
            {text}
          </button>
        );
      })}
    </p>
  );
}

/** The Python block whose last run had a number; one that has run again since has another. */
function blockOfRun(doc: Notebook['doc'], run: number): { blockId: string; label: string } | null {
  for (const { id, codeId } of readBlocks(doc)) {
    const cell = codeId === null ? undefined : cellOf(doc, codeId);
    const state = cell && readCellState(cell);
    if (state?.executionCount === run && (state.language === 'python' || state.language === 'sql'))
      return { blockId: id, label: state.label };
  }
  return null;
}
