import { memo, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import type { CellHost, CellHosts } from './cell-hosts.ts';
import { CodeCell, type CellParts } from './code-cell.tsx';

interface DrawnCellsProps {
  hosts: CellHosts;
  editor: NotebookEditor;
  parts: CellParts;
}

/** Draws the code blocks that have come near, each in its place among the other blocks. */
export function DrawnCells({ hosts, editor, parts }: DrawnCellsProps) {
  const drawn = useSyncExternalStore(hosts.subscribe, hosts.drawn);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => hosts.watch(place.current?.closest('.notebook-scroll') ?? null), [hosts]);
  return (
    <>
      <span ref={place} hidden />
      {drawn.map((host) =>
        createPortal(<HostedCell host={host} hosts={hosts} editor={editor} parts={parts} />, host.dom, host.key),
      )}
    </>
  );
}

const HostedCell = memo(function HostedCell({ host, hosts, editor, parts }: DrawnCellsProps & { host: CellHost }) {
  useLayoutEffect(() => hosts.clear(host), [hosts, host]);
  return <CodeCell blockId={host.blockId} codeId={host.codeId} editor={editor} parts={parts} />;
});

/** To stand before the editor: the editor looks at the page when it comes into it. */
export function HeldBlocks({ hosts }: { hosts: CellHosts }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => hosts.hold(place.current?.closest('.notebook-scroll') ?? null), [hosts]);
  return <span ref={place} hidden />;
}
