import { limit, type LegacyEncoding } from '@groma/model';
import { ArrowDownIcon, ArrowUpIcon, EmptyState, IconButton, NumberField, ProgressBar, SkeletonRows } from '@groma/ui';
import { useCallback, useRef, useState } from 'react';
import { useText } from '../../../../platform/text.ts';
import { EncodingChoice, InEncoding } from '../encoding-choice.tsx';
import { ViewerFailure, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import { readTextWindow } from '../window-calls.ts';
import { LineRow } from './line-row.tsx';
import { LineStore, type TextRow } from './line-store.ts';
import { SearchBox } from './search-box.tsx';
import { useLineSearch } from './use-line-search.ts';
import { expectedRows, useTextProgress } from './use-text-progress.ts';
import { VirtualLines, type VirtualLinesHandle } from './virtual-lines.tsx';
import './large-text.css';

const firstRows = 100;
const lastRows = 100;

/** A text of any size: its lines by windows, with numbers, search, and a jump to any of them. */
export function LargeText({ file }: { file: OpenedFile }) {
  return <InEncoding file={file}>{(read, onEncoding) => <Lines file={read} onEncoding={onEncoding} />}</InEncoding>;
}

function Lines({ file, onEncoding }: { file: OpenedFile; onEncoding: (encoding: LegacyEncoding) => void }) {
  const t = useText();
  const [failure, setFailure] = useState<unknown>(null);
  const [, setReads] = useState(0);
  const [store] = useState(
    () =>
      new LineStore(file, (error) => {
        if (error !== null) setFailure(error);
        setReads((count) => count + 1);
      }),
  );
  const progress = useTextProgress(
    file,
    firstRows,
    useCallback((rows) => store.put(0, rows), [store]),
    setFailure,
  );
  const [tail, setTail] = useState<readonly TextRow[] | null>(null);
  const [word, setWord] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [present, setPresent] = useState(-1);
  const search = useLineSearch(file, word, matchCase);
  const lines = useRef<VirtualLinesHandle>(null);
  const box = useRef<HTMLInputElement>(null);
  const want = useCallback((start: number, end: number) => store.want(start, end), [store]);

  if (failure !== null) return <ViewerFailure title={t('file.viewer.largeFailed')} error={failure} />;
  if (!progress) return <SkeletonRows rows={12} withIcon={false} />;
  if (progress.bytes === 0 || (progress.isComplete && progress.rowCount === 0))
    return <EmptyState title={t('file.viewer.empty')} />;

  const rowCount = expectedRows(progress);
  const digits = String(rowCount).length;
  /** The last rows are read at once, also while it is still counted which they are. */
  const goToEnd = async () => {
    if (progress.isComplete) return lines.current?.goTo(rowCount);
    const found = await readTextWindow(file, { from: 'end', count: lastRows });
    if (found.start === null) setTail(found.rows);
    else lines.current?.goTo(found.rowCount);
  };
  const leaveTail = () => setTail(null);
  const step = (by: 1 | -1) => {
    if (search.rows.length === 0) return;
    const next = (present + by + search.rows.length) % search.rows.length;
    setPresent(next);
    leaveTail();
    lines.current?.goTo(search.rows[next]!);
  };
  const isTail = tail !== null && !progress.isComplete;
  return (
    <div
      className="large-text"
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
        event.preventDefault();
        box.current?.focus();
      }}
    >
      <ViewerTools>
        <SearchBox
          ref={box}
          word={word}
          onWord={(next) => {
            setWord(next);
            setPresent(-1);
          }}
          matchCase={matchCase}
          onMatchCase={(next) => {
            setMatchCase(next);
            setPresent(-1);
          }}
          search={search}
          present={present}
          onStep={step}
        />
        <span className="line-goto">
          <NumberField
            size="s"
            aria-label={t('file.viewer.goToLine')}
            placeholder={t('file.viewer.line')}
            value={null}
            min={1}
            max={rowCount}
            onChange={(line) => {
              if (line !== null) {
                leaveTail();
                lines.current?.goTo(line - 1);
              }
            }}
          />
        </span>
        <IconButton
          size="s"
          label={t('file.viewer.toStart')}
          shortcut="Home"
          icon={<ArrowUpIcon />}
          onClick={() => {
            leaveTail();
            lines.current?.goTo(0);
          }}
        />
        <IconButton
          size="s"
          label={t('file.viewer.toEnd')}
          shortcut="End"
          icon={<ArrowDownIcon />}
          onClick={() => {
            void goToEnd().catch(setFailure);
          }}
        />
      </ViewerTools>
      {isTail ? (
        <TailLines label={t('file.contentOf', { path: file.path })} rows={tail} digits={digits} onLeave={leaveTail} />
      ) : (
        <VirtualLines
          key={tail === null ? 'lines' : 'after-tail'}
          ref={lines}
          label={t('file.contentOf', { path: file.path })}
          rowCount={rowCount}
          startsAtEnd={tail !== null}
          onRange={want}
          onEnd={() => {
            if (!progress.isComplete) void goToEnd().catch(setFailure);
          }}
          renderRow={(row) => (
            <LineRow
              key={row}
              row={store.peek(row)}
              number={row}
              digits={digits}
              word={word}
              matchCase={matchCase}
              isHere={present >= 0 && search.rows[present] === row}
            />
          )}
        />
      )}
      <div className="viewer-foot">
        <span role="status">
          {t(progress.bytes > limit.editFileBytes ? 'file.viewer.linesReadOnly' : 'file.viewer.lines', {
            n: progress.rowCount,
            count: progress.rowCount,
          })}
        </span>
        {!progress.isComplete && (
          <div className="viewer-progress">
            <ProgressBar value={(progress.scannedBytes / progress.bytes) * 100} label={t('file.viewer.counting')} />
          </div>
        )}
        <span className="viewer-foot-end">
          <EncodingChoice
            path={file.path}
            encoding={progress.encoding}
            isGuessed={progress.isEncodingGuessed}
            onEncoding={onEncoding}
          />
        </span>
      </div>
    </div>
  );
}

/** The last rows, before it is known which they are. */
function TailLines({
  label,
  rows,
  digits,
  onLeave,
}: {
  label: string;
  rows: readonly TextRow[];
  digits: number;
  onLeave: () => void;
}) {
  const toEnd = useCallback((element: HTMLDivElement | null) => {
    if (element) element.scrollTop = element.scrollHeight;
    element?.focus();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div
      ref={toEnd}
      className="virtual-lines"
      role="region"
      aria-label={label}
      tabIndex={0}
      dir="ltr"
      onKeyDown={(event) => {
        if (event.key === 'Home') onLeave();
      }}
    >
      {rows.map((row, index) => (
        <LineRow key={index} row={row} number={null} digits={digits} word="" matchCase isHere={false} />
      ))}
    </div>
  );
}
