import { frameHeaderBytes } from '@groma/protocol';

/** `whole`: the frame with its header, on the same memory. */
export interface RawFrame { kind: number; whole: Buffer; content: Buffer }

/** Frames of a process's answer as they come. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<RawFrame> {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = frameHeaderBytes;
  for await (const piece of source) {
    pieces.push(piece);
    held += piece.length;
    if (held < wanted) continue;
    let whole = Buffer.concat(pieces, held);
    for (;;) {
      wanted = frameHeaderBytes + (whole.length >= frameHeaderBytes ? whole.readUInt32LE(1) : 0);
      if (whole.length < frameHeaderBytes || whole.length < wanted) break;
      yield { kind: whole[0]!, whole: whole.subarray(0, wanted), content: whole.subarray(frameHeaderBytes, wanted) };
      whole = whole.subarray(wanted);
    }
    [pieces, held] = [[whole], whole.length];
  }
}
