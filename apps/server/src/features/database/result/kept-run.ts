import type { ResultColumn } from '@groma/model';
import { frameHeader, frameKind, type SqlEvent } from '@groma/protocol';
import type { Origin } from '../../../platform/origin/origin.ts';
import { innerFrame } from '../engine/run-request.ts';
import type { FrameSource } from '../process/frame-source.ts';
import type { ResultStore, ResultWriter } from './result-store.ts';

/** `pass` resolves when the bytes may be used for others. */
interface Told {
  event(event: SqlEvent, kept: ResultWriter | undefined): void;
  pass(pieces: Uint8Array[]): Promise<void> | undefined;
}

/**
 * Reads the frames of a run, keeps its results and passes everything on. Not passing on is not reading on. Answers
 * whether the run came to its end: a process that is killed closes the connection as one does that has said everything.
 */
export async function keepRun(
  source: FrameSource,
  store: ResultStore,
  { originOf, ...owner }: { databaseId: string; userId: string; originOf?(statement: number): Origin },
  told: Told,
): Promise<boolean> {
  let kept: ResultWriter | undefined;
  let rows = 0;
  let hasEnded = false;
  const finish = async (isWhole: boolean): Promise<void> => {
    const writer = kept;
    kept = undefined;
    await writer?.end(isWhole);
  };
  try {
    for await (const frame of source) {
      if (frame.kind === innerFrame.rows) rows = frame.content.readUInt32LE(0);
      else if (frame.kind === frameKind.arrow) {
        await Promise.all([kept?.write(frame.content, rows), told.pass([frame.header, frame.content])]);
      } else {
        const event = JSON.parse(frame.content.toString()) as SqlEvent;
        hasEnded ||= event.type === 'end';
        // Where there is no room to keep it, it is passed on alone.
        if (event.type === 'query_metadata')
          kept = await store
            .begin({ ...owner, columns: event.columns as ResultColumn[], origin: originOf?.(event.index) })
            .catch(() => undefined);
        const own = withResult(event, kept);
        told.event(own, kept);
        if (event.type === 'statement_end' || event.type === 'error') await finish(event.type === 'statement_end');
        const bytes = Buffer.from(JSON.stringify(own));
        await told.pass([frameHeader('event', bytes.length), bytes]);
      }
      frame.release();
    }
  } finally {
    await finish(false);
  }
  return hasEnded;
}

function withResult(event: SqlEvent, kept: ResultWriter | undefined): SqlEvent {
  if (event.type === 'query_metadata') return { ...event, result_id: kept?.index.id ?? null };
  return event.type === 'statement_end' ? { ...event, kept_rows: kept?.index.rows ?? 0 } : event;
}
