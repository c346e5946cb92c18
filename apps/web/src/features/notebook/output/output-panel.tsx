import {
  CheckIcon,
  CopyIcon,
  DownloadIcon,
  IconButton,
  MaximizeIcon,
  MinimizeIcon,
  useNumberFormat,
  XIcon,
} from '@groma/ui';
import { widgetKind, type NotebookOutput } from '@groma/model';
import { useContext, useMemo, useState, type ReactElement } from 'react';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { dataFrameOf, type DataFrame } from './data-frame.ts';
import { FrameOutput } from './frame/frame-output.tsx';
import { StoredOutput } from './stored-output.tsx';
import { outputParts, outputText, type OutputPart, type StoredPart } from './output-text.ts';
import { blockAddress, wholeText } from './whole-text.ts';
import { useNotebook } from '../block/notebook-context.ts';
import { OwnBlock } from './own-block.ts';
import { useCopied } from '../block/use-copied.ts';
import { WholePart } from './whole-part.tsx';
import './output.css';

interface OutputPanelProps {
  outputs: readonly NotebookOutput[];
  /** Left out for those who may not edit. */
  onClear?: (() => void) | undefined;
}

/** What a code block gave: a bar with its kind and size, then each output (NBK-074 to NBK-077). */
export function OutputPanel({ outputs, onClear }: OutputPanelProps) {
  const [isExpanded, setExpanded] = useState(false);
  const parts = useMemo(() => outputParts(outputs), [outputs]);
  const shown = parts.map((part) => ({ part, frame: part.kind === 'text/html' ? dataFrameOf(part) : null }));
  if (parts.length === 0) return null;
  const isOnlyTraceback = parts.every(({ kind }) => kind === 'traceback');
  return (
    <div className="output" data-expanded={isExpanded || undefined}>
      {!isOnlyTraceback && (
        <OutputBar
          outputs={outputs}
          parts={parts}
          frame={shown[0]?.frame ?? null}
          isExpanded={isExpanded}
          onExpand={setExpanded}
          onClear={onClear}
        />
      )}
      {shown.map(({ part, frame }, index) => (
        <Part
          key={index}
          part={part}
          frame={frame}
          isExpanded={isExpanded}
          onClear={isOnlyTraceback ? onClear : undefined}
        />
      ))}
    </div>
  );
}

function Part({
  part,
  frame,
  isExpanded,
  onClear,
}: {
  part: OutputPart;
  frame: DataFrame | null;
  isExpanded: boolean;
  onClear: (() => void) | undefined;
}) {
  if (part.kind !== 'stored') {
    const whole = <WholePart part={part} frame={frame} isExpanded={isExpanded} onClear={onClear} />;
    return withFrame(part, whole, isExpanded);
  }
  return (
    <StoredOutput stored={part}>
      {(output) =>
        outputParts([output]).map((whole) =>
          withFrame(
            whole,
            <WholePart
              key="whole"
              part={whole as Exclude<OutputPart, StoredPart>}
              frame={whole.kind === 'text/html' ? dataFrameOf(whole) : null}
              isExpanded={isExpanded}
              onClear={undefined}
            />,
            isExpanded,
          ),
        )
      }
    </StoredOutput>
  );
}

/** An output that shows a data frame of the kernel has all its rows, as long as that is there. */
function withFrame(part: OutputPart, kept: ReactElement, isExpanded: boolean): ReactElement {
  if (!('frame' in part) || !part.frame) return kept;
  return (
    <FrameOutput key={part.frame.id} frame={part.frame} isExpanded={isExpanded}>
      {kept}
    </FrameOutput>
  );
}

interface OutputBarProps {
  outputs: readonly NotebookOutput[];
  parts: readonly OutputPart[];
  frame: DataFrame | null;
  isExpanded: boolean;
  onExpand(isExpanded: boolean): void;
  onClear: (() => void) | undefined;
}

function OutputBar({ outputs, parts, frame, isExpanded, onExpand, onClear }: OutputBarProps) {
  const t = useText();
  const { isCopied, copy } = useCopied();
  const { id: notebookId } = useNotebook();
  const projectId = useProject().id;
  const long = outputs.find((output) => output.kind === 'stored' && (output.of === 'text' || output.of === 'stderr'));
  const { kind, size } = useDescription(parts, frame);
  const resultName = useContext(OwnBlock)?.resultName;
  return (
    <div className="output-bar">
      <span>{kind}</span>
      {size && <span className="output-size">{size}</span>}
      {resultName &&
        parts.some((part) => part.kind === 'text/html' || (part.kind === 'stored' && part.of === 'text/html')) && (
          <span title={t('notebook.sqlResultHint', { name: resultName })}>
            {t('notebook.sqlResult', { name: '' })}
            <code className="output-name">{resultName}</code>
          </span>
        )}
      <span className="output-space" />
      <IconButton
        size="s"
        label={isCopied ? t('notebook.copied') : t('notebook.copyOutput')}
        icon={isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
        onClick={() => copy(long ? wholeText(outputs, notebookId, projectId) : outputText(outputs))}
      />
      {long?.kind === 'stored' && (
        <IconButton
          size="s"
          label={t('notebook.downloadOutput')}
          icon={<DownloadIcon size={14} />}
          onClick={() => {
            location.assign(blockAddress(notebookId, projectId, long.id));
          }}
        />
      )}
      {onClear && (
        <IconButton size="s" label={t('notebook.clearOutput')} icon={<XIcon size={14} />} onClick={onClear} />
      )}
      <IconButton
        size="s"
        label={t(isExpanded ? 'notebook.minimizeOutput' : 'notebook.expandOutput')}
        icon={isExpanded ? <MinimizeIcon size={14} /> : <MaximizeIcon size={14} />}
        onClick={() => onExpand(!isExpanded)}
      />
    </div>
  );
}

/** What the bar says of the outputs: the kind of the only one, or how many there are. */
function useDescription(parts: readonly OutputPart[], frame: DataFrame | null): { kind: string; size: string | null } {
  const t = useText();
  const number = useNumberFormat();
  const [first] = parts;
  if (!first || parts.length > 1) return { kind: t('notebook.outputs', { count: parts.length }), size: null };
  if (first.kind === 'text/html') {
    if (!frame) return { kind: 'HTML', size: null };
    return {
      kind: t('notebook.table'),
      size:
        frame.size ??
        t('notebook.tableSize', {
          rows: number.format(frame.rows.length),
          columns: number.format((frame.rows[0]?.length ?? 0) - frame.indexCount),
        }),
    };
  }
  if (first.kind === 'stored')
    return {
      kind:
        first.of === 'text/html'
          ? 'HTML'
          : first.of === widgetKind
            ? t('notebook.widget')
            : first.of.startsWith('image/')
              ? t('notebook.figure')
              : t('notebook.outputs', { count: 1 }),
      size: null,
    };
  if (first.kind === 'input') return { kind: t('notebook.ask.kind'), size: null };
  if (first.kind === widgetKind) return { kind: t('notebook.widget'), size: null };
  if (first.kind.startsWith('video/')) return { kind: t('notebook.media.video'), size: null };
  if (first.kind.startsWith('audio/')) return { kind: t('notebook.media.audio'), size: null };
  if (first.kind === 'application/pdf') return { kind: 'PDF', size: null };
  if (first.kind === 'application/geo+json') return { kind: 'GeoJSON', size: null };
  if (first.kind === 'application/javascript') return { kind: 'JavaScript', size: null };
  if (first.kind === 'image/gif' || first.kind === 'image/webp') return { kind: t('notebook.figure'), size: null };
  if (first.kind === 'text/markdown') return { kind: 'Markdown', size: null };
  if (first.kind === 'text/latex') return { kind: 'LaTeX', size: null };
  if (first.kind === 'application/json') return { kind: 'JSON', size: null };
  if (first.kind === 'image/svg+xml') return { kind: t('notebook.figure'), size: null };
  if (first.kind === 'image/png' || first.kind === 'image/jpeg')
    return {
      kind: t('notebook.figure'),
      size: first.width && first.height ? `${first.width} × ${first.height}` : null,
    };
  const pieces = 'pieces' in first ? first.pieces : 'text' in first ? [first.text] : [];
  const lines =
    pieces.reduce((sum, piece) => sum + countLines(piece), 0) +
    ('stored' in first ? (first.stored?.lines ?? 0) : 0) +
    (pieces.at(-1)?.endsWith('\n') ? 0 : 1);
  return {
    kind: t(`notebook.outputKind.${first.kind === 'text/plain' ? 'value' : first.kind}`),
    size: lines > 1 ? t('notebook.lines', { count: lines, shown: number.format(lines) }) : null,
  };
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
