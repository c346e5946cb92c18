import { geoJsonPage, isMedia, outputFrameHtml, widgetKind } from '@groma/model';
import { useContext } from 'react';
import { runCommand } from '../../../registry/command.ts';
import { useNotebook } from '../block/notebook-context.ts';
import type { DataFrame } from './data-frame.ts';
import { DataFrameOutput } from './data-frame-output.tsx';
import { HtmlOutput } from './html-output.tsx';
import { ImageOutput } from './image-output.tsx';
import { InputOutput } from './input-output.tsx';
import { MarkupOutput } from './markup-output.tsx';
import { MediaPart } from './media-part.tsx';
import { OutputPiece } from './output-piece.tsx';
import type { OutputPart, StoredPart } from './output-text.ts';
import { OwnBlock } from './own-block.ts';
import { TextOutput } from './text-output.tsx';
import { TracebackOutput } from './traceback-output.tsx';
import { WidgetOutput } from './widget-output.tsx';

/** An output that is there as a whole, as its kind is shown. `frame`: what is read of a table in HTML. */
export function WholePart({
  part,
  frame,
  isExpanded,
  onClear,
}: {
  part: Exclude<OutputPart, StoredPart>;
  frame: DataFrame | null;
  isExpanded: boolean;
  onClear: (() => void) | undefined;
}) {
  if ('data' in part && isMedia(part)) return <MediaPart part={part} isExpanded={isExpanded} />;
  switch (part.kind) {
    case 'text':
    case 'stderr':
      return (
        <OutputPiece>
          <TextOutput kind={part.kind} pieces={part.pieces} stored={part.stored} isExpanded={isExpanded} />
        </OutputPiece>
      );
    case 'input':
      return (
        <div className="output-part">
          <InputOutput key={part.display} input={part} />
        </div>
      );
    case 'text/plain':
      return (
        <OutputPiece>
          <TextOutput kind={part.kind} pieces={[part.text]} isExpanded={isExpanded} />
        </OutputPiece>
      );
    case 'image/png':
    case 'image/jpeg':
      return (
        <OutputPiece>
          <ImageOutput
            type={part.kind}
            data={part.data}
            width={part.width}
            height={part.height}
            isExpanded={isExpanded}
          />
        </OutputPiece>
      );
    case 'image/svg+xml':
      return (
        <OutputPiece>
          <ImageOutput type={part.kind} data={toBase64(part.svg)} isExpanded={isExpanded} />
        </OutputPiece>
      );
    case 'text/markdown':
    case 'text/latex':
      return (
        <OutputPiece>
          <MarkupOutput kind={part.kind} text={part.text} isExpanded={isExpanded} />
        </OutputPiece>
      );
    case 'application/json':
      return (
        <OutputPiece>
          <MarkupOutput kind={part.kind} text={part.json} isExpanded={isExpanded} />
        </OutputPiece>
      );
    case 'application/geo+json':
      return (
        <div className="output-part">
          <HtmlOutput html={geoJsonPage(part.json)} text={undefined} isExpanded={isExpanded} />
        </div>
      );
    case 'application/javascript':
      return (
        <div className="output-part">
          <HtmlOutput html={outputFrameHtml(part) ?? ''} text={part.text} isExpanded={isExpanded} />
        </div>
      );
    case 'text/html':
      return (
        <OutputPiece>
          {frame ? (
            <DataFrameOutput frame={frame} />
          ) : (
            <HtmlOutput html={part.html} text={part.text} isExpanded={isExpanded} />
          )}
        </OutputPiece>
      );
    case widgetKind:
      return (
        <OutputPiece>
          <WidgetOutput widget={part} isExpanded={isExpanded} />
        </OutputPiece>
      );
    case 'traceback':
      return <Failure part={part} onClear={onClear} />;
  }
}

/** An error of the own block, with the way to the assistant for those who may edit (NBK-078). */
function Failure({
  part,
  onClear,
}: {
  part: Extract<OutputPart, { kind: 'traceback' }>;
  onClear?: (() => void) | undefined;
}) {
  const { id: notebookId, isEditable } = useNotebook();
  const blockId = useContext(OwnBlock)?.blockId;
  const fix = () => void runCommand('notebook.fix-error', { notebookId, blockIds: [blockId] });
  return <TracebackOutput {...part} onClear={onClear} onFix={isEditable && blockId !== undefined ? fix : undefined} />;
}

function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
