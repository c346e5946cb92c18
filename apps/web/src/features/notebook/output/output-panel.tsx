import { CheckIcon, CopyIcon, IconButton, MaximizeIcon, MinimizeIcon, useNumberFormat, XIcon } from '@groma/ui';
import type { NotebookOutput } from '@groma/model';
import { useMemo, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { readDataFrame, type DataFrame } from './data-frame.ts';
import { DataFrameOutput } from './data-frame-output.tsx';
import { HtmlOutput } from './html-output.tsx';
import { ImageOutput } from './image-output.tsx';
import { outputParts, outputText, type OutputPart } from './output-text.ts';
import { TextOutput } from './text-output.tsx';
import { TracebackOutput } from './traceback-output.tsx';
import { useCopied } from './use-copied.ts';
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
  const shown = parts.map((part) => ({ part, frame: part.kind === 'text/html' ? readDataFrame(part.html) : null }));
  if (parts.length === 0) return null;
  const isOnlyTraceback = parts.every(({ kind }) => kind === 'traceback');
  return (
    <div className="output" data-expanded={isExpanded || undefined}>
      {!isOnlyTraceback && <OutputBar outputs={outputs} parts={parts} frame={shown[0]?.frame ?? null} isExpanded={isExpanded} onExpand={setExpanded} onClear={onClear} />}
      {shown.map(({ part, frame }, index) => <Part key={index} part={part} frame={frame} isExpanded={isExpanded} onClear={isOnlyTraceback ? onClear : undefined} />)}
    </div>
  );
}

function Part({ part, frame, isExpanded, onClear }: { part: OutputPart; frame: DataFrame | null; isExpanded: boolean; onClear: (() => void) | undefined }) {
  switch (part.kind) {
    case 'text': case 'stderr': return <div className="output-part"><TextOutput kind={part.kind} pieces={part.pieces} isExpanded={isExpanded} /></div>;
    case 'text/plain': return <div className="output-part"><TextOutput kind={part.kind} pieces={[part.text]} isExpanded={isExpanded} /></div>;
    case 'image/png': return <div className="output-part"><ImageOutput data={part.data} width={part.width} height={part.height} isExpanded={isExpanded} /></div>;
    case 'text/html': return <div className="output-part">{frame ? <DataFrameOutput frame={frame} /> : <HtmlOutput html={part.html} text={part.text} isExpanded={isExpanded} />}</div>;
    case 'traceback': return <TracebackOutput {...part} onClear={onClear} />;
  }
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
  const { kind, size } = useDescription(parts, frame);
  return (
    <div className="output-bar">
      <span>{kind}</span>
      {size && <span className="output-size">{size}</span>}
      <span className="output-space" />
      <IconButton size="s" label={isCopied ? t('notebook.copied') : t('notebook.copyOutput')} icon={isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />} onClick={() => copy(outputText(outputs))} />
      {onClear && <IconButton size="s" label={t('notebook.clearOutput')} icon={<XIcon size={14} />} onClick={onClear} />}
      <IconButton size="s" label={t(isExpanded ? 'notebook.minimizeOutput' : 'notebook.expandOutput')} icon={isExpanded ? <MinimizeIcon size={14} /> : <MaximizeIcon size={14} />} onClick={() => onExpand(!isExpanded)} />
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
    return { kind: t('notebook.table'), size: frame.size ?? t('notebook.tableSize', { rows: number.format(frame.rows.length), columns: number.format((frame.rows[0]?.length ?? 0) - frame.indexCount) }) };
  }
  if (first.kind === 'image/png') return { kind: t('notebook.figure'), size: first.width && first.height ? `${first.width} × ${first.height}` : null };
  const pieces = 'pieces' in first ? first.pieces : [first.text];
  const lines = pieces.reduce((sum, piece) => sum + countLines(piece), 0) + (pieces.at(-1)?.endsWith('\n') ? 0 : 1);
  return { kind: t(`notebook.outputKind.${first.kind === 'text/plain' ? 'value' : first.kind}`), size: lines > 1 ? t('notebook.lines', { count: lines, shown: number.format(lines) }) : null };
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
