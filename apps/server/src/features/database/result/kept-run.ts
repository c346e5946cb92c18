import type { IncomingMessage } from 'node:http';
import type { ResultColumn } from '@groma/model';
import { frameHeader, frameKind, type SqlEvent } from '@groma/protocol';
import { rowsFrame } from '../engine/run-request.ts';
import { readFrames } from './read-frames.ts';
import type { ResultStore, ResultWriter } from './result-store.ts';

interface Told { event(event: SqlEvent, kept: ResultWriter | undefined): void; pass(bytes: Buffer | Uint8Array): Promise<void> }

/** Reads the frames of a run, keeps its results and passes everything on. Not passing on is not reading on. */
export async function keepRun(source: IncomingMessage, store: ResultStore, owner: { databaseId: string; userId: string }, told: Told): Promise<void> {
  let kept: ResultWriter | undefined;
  let rows = 0;
  const finish = async (): Promise<void> => {
    const writer = kept;
    kept = undefined;
    await writer?.end();
  };
  try {
    for await (const { kind, whole, content } of readFrames(source as AsyncIterable<Buffer>)) {
      if (kind === rowsFrame) rows = content.readUInt32LE(0);
      else if (kind === frameKind.arrow) {
        await Promise.all([kept?.write(content, rows), told.pass(whole)]);
      } else {
        const event = JSON.parse(content.toString()) as SqlEvent;
        if (event.type === 'query_metadata') kept = await store.begin({ ...owner, columns: event.columns as ResultColumn[] });
        const own = withResult(event, kept);
        told.event(own, kept);
        if (event.type === 'statement_end' || event.type === 'error') await finish();
        const bytes = Buffer.from(JSON.stringify(own));
        await told.pass(Buffer.concat([frameHeader('event', bytes.length), bytes]));
      }
    }
  } finally {
    await finish();
  }
}

function withResult(event: SqlEvent, kept: ResultWriter | undefined): SqlEvent {
  if (event.type === 'query_metadata') return { ...event, result_id: kept?.index.id ?? null };
  return event.type === 'statement_end' ? { ...event, kept_rows: kept?.index.rows ?? 0 } : event;
}
