import { sqlReading, type CodeLanguage } from '@groma/model';
import { useState, type DragEvent, type ReactNode } from 'react';
import { carriesProjectFiles, takeFiles } from '../../../registry/file-drag.ts';
import { carriesTable, takeTable } from '../../../registry/table-drag.ts';
import { readingCode } from './reading-code.ts';
import './file-drop-zone.css';

/** Beside which block something was dropped. */
interface Place {
  blockId: string;
  side: 'before' | 'after';
}

interface Mark extends Place {
  top: number;
}

interface Code {
  code: string;
  language?: CodeLanguage;
  label?: string;
}

/**
 * Takes project files and tables of databases that are dropped between the blocks of a notebook: a code block that
 * reads them comes there. Code itself takes what falls into it and what it can read.
 */
export function FileDropZone({
  isEditable,
  onCode,
  children,
}: {
  isEditable: boolean;
  onCode(code: Code, place: Place): void;
  children: ReactNode;
}) {
  const [mark, setMark] = useState<Mark | null>(null);
  const over = (event: DragEvent<HTMLElement>): Mark | null => {
    const isTable = carriesTable(event.dataTransfer);
    if ((!isTable && !carriesProjectFiles(event.dataTransfer)) || isInCode(event.target, isTable)) return null;
    const found = isEditable ? markAt(event.currentTarget, event.clientY) : null;
    // The editor around the blocks would put the paths into the text.
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = found ? 'copy' : 'none';
    return found;
  };
  return (
    <div
      className="file-drop-zone"
      onDragOverCapture={(event) => {
        const next = over(event);
        setMark((present) => (present?.blockId === next?.blockId && present?.side === next?.side ? present : next));
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Element | null)) setMark(null);
      }}
      onDropCapture={(event) => {
        const target = over(event);
        setMark(null);
        const code = target && codeOf(event.dataTransfer);
        if (target && code) onCode(code, target);
      }}
    >
      {children}
      {mark && <div className="file-drop-line" style={{ insetBlockStart: mark.top }} />}
    </div>
  );
}

/**
 * Code that reads what was dropped: a table by SQL that its database runs, whose rows are a data frame named for it.
 */
function codeOf(data: DataTransfer): Code | null {
  const table = takeTable(data);
  if (table) return { code: sqlReading(table.databaseName, table.reference), language: 'sql', label: table.name };
  const files = takeFiles(data);
  return files.length > 0 ? { code: readingCode(files) } : null;
}

function isInCode(target: EventTarget, isTable: boolean): boolean {
  return (
    target instanceof Element &&
    target.closest(isTable ? '.cell[data-language="sql"] .cm-editor' : '.cm-editor') !== null
  );
}

/** The edge of a block that is nearest to a height in the window, and where it lies in the zone. */
function markAt(zone: HTMLElement, y: number): Mark | null {
  const { top } = zone.getBoundingClientRect();
  let nearest: Mark | null = null;
  let distance = Infinity;
  for (const block of zone.querySelectorAll<HTMLElement>('.bn-block-outer[data-id]')) {
    const box = block.getBoundingClientRect();
    for (const [side, edge] of [
      ['before', box.top],
      ['after', box.bottom],
    ] as const) {
      if (Math.abs(edge - y) >= distance) continue;
      distance = Math.abs(edge - y);
      nearest = { blockId: block.dataset['id'] ?? '', side, top: edge - top };
    }
  }
  return nearest;
}
