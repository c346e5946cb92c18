import { GromaError } from '@groma/model';

/** What a chunk says of itself: where it lies in the whole, or nothing but the whole's length when it only asks. */
export interface ContentRange {
  chunk: { start: number; end: number } | undefined;
  total: number;
}

/** Reads `bytes start-end/total`, or the probe `bytes *` and the total without a body. @throws GromaError BAD_INPUT. */
export function readContentRange(header: string | undefined): ContentRange {
  const match = header?.match(/^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/);
  const [start, end, total] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])];
  const isProbe = match?.[1] === undefined;
  if (!match || !Number.isSafeInteger(total) || (!isProbe && (start > end || end >= total))) {
    throw new GromaError('BAD_INPUT', {
      detail: 'Content-Range: "bytes start-end/total" or "bytes */total" is expected',
    });
  }
  return { chunk: isProbe ? undefined : { start, end }, total };
}
