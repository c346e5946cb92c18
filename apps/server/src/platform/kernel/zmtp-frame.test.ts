import { describe, expect, it } from 'vitest';
import { greeting, messageBytes, readyCommand, ZmtpFrameReader } from './zmtp-frame.ts';
import type { ZmtpFrame } from './zmtp-frame.ts';

function readAll(bytes: Buffer, step: number, largest = 1e9): ZmtpFrame[] {
  const reader = new ZmtpFrameReader(largest);
  const frames: ZmtpFrame[] = [];
  for (let start = 0; start < bytes.length; start += step) {
    reader.push(bytes.subarray(start, start + step));
    for (let frame = reader.next(); frame; frame = reader.next()) frames.push(frame);
  }
  return frames;
}

describe('ZMTP frames', () => {
  const long = Buffer.alloc(7_000, 'x');
  const bytes = Buffer.concat([
    greeting(),
    readyCommand('SUB'),
    ...messageBytes(['a', '', long]),
    ...messageBytes([Buffer.alloc(255), Buffer.alloc(256)]),
  ]);

  it.each([1, 2, 7, 64, 65_536, 1_000_000])(
    '[KRN-002] are read whole when they arrive in pieces of %i bytes',
    (step) => {
      const frames = readAll(bytes, step);
      expect(frames.map((frame) => [frame.isCommand, frame.hasMore, frame.body.length])).toEqual([
        [true, false, readyCommand('SUB').length - 2],
        [false, true, 1],
        [false, true, 0],
        [false, false, 7_000],
        [false, true, 255],
        [false, false, 256],
      ]);
      expect(frames[3]?.body.equals(long)).toBe(true);
    },
  );

  it('[KRN-002] too long a frame is refused before it is read', () => {
    expect(() => readAll(bytes.subarray(0, -600), 1_000, 6_000)).toThrow('more than is read');
  });

  it('[KRN-002] a peer that speaks something else is refused', () => {
    expect(() => readAll(Buffer.alloc(64, 'HTTP/1.1 '), 64)).toThrow('does not speak ZMTP');
  });
});
