import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { eachBlock } from './file-blocks.ts';
import type { ScanNews, ScanTask } from './scan-task.ts';

/** Writes a UTF-16 text out as UTF-8. */
export function transcode({ file, target, encoding, start }: Extract<ScanTask, { kind: 'transcode' }>): ScanNews {
  const { size } = statSync(file);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const output = openSync(target, 'wx');
  eachBlock(file, start, size, (block, isEnd) => {
    writeSync(output, decoder.decode(block, { stream: !isEnd }));
    return block.length;
  });
  closeSync(output);
  return { scannedBytes: size, rowCount: 0 };
}
