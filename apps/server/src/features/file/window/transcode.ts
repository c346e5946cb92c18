import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { pieceDecoder } from '../../../platform/text/text-decoder.ts';
import { eachBlock } from './file-blocks.ts';
import type { ScanNews, ScanTask } from './scan-task.ts';

/** Writes a text in UTF-16, or in an encoding of East Asia, out as UTF-8. */
export function transcode({ file, target, encoding, start }: Extract<ScanTask, { kind: 'transcode' }>): ScanNews {
  const { size } = statSync(file);
  const decoder = pieceDecoder(encoding);
  const output = openSync(target, 'wx');
  eachBlock(file, start, size, (block) => {
    writeSync(output, decoder.write(block));
    return block.length;
  });
  writeSync(output, decoder.end());
  closeSync(output);
  return { scannedBytes: size, rowCount: 0 };
}
