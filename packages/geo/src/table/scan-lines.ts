/** How the lines of a text are cut, and whether its characters may take several bytes. */
export interface LineFormat {
  lineEnd: number;
  isUtf8: boolean;
}

/** Characters above which a line is shown in pieces, and characters of a piece (FIL-057). */
export const giantLineCharacters = 1_000_000;
export const virtualLineCharacters = 120;
/** Bytes a block must hold so that a giant line is seen to be one: characters take at most four. */
export const leastLineBlockBytes = 4 * giantLineCharacters + 1024;

/**
 * Finds the rows of a text in a block of its bytes: its lines, and the pieces of lines over 1,000,000 characters. A
 * block must hold more than `leastLineBlockBytes`, or `isEnd`, for a line longer than it to be passed.
 * @param isInside whether the block begins within a line that is cut to pieces
 * @param visit is given where a row begins and ends, without its line end, and whether it is followed by more of its
 * line; answers false to stop
 * @returns how many bytes were used up, and whether that is within a line cut to pieces.
 */
export function scanLines(
  block: Uint8Array,
  isEnd: boolean,
  format: LineFormat,
  isInside: boolean,
  visit: (start: number, end: number, isFollowed: boolean) => boolean | void,
): { used: number; isInside: boolean } {
  let start = 0;
  let inside = isInside;
  let found = block.indexOf(format.lineEnd);
  while (start < block.length) {
    // Asked for once in each line, not in each of its pieces.
    if (found !== -1 && found < start) found = block.indexOf(format.lineEnd, start);
    const end = found === -1 ? block.length : found;
    if (!inside && end - start > giantLineCharacters)
      inside = hasMoreCharacters(block, start, end, format, giantLineCharacters);
    if (inside) {
      const piece = endOfPiece(block, start, end, format);
      const isWhole = piece < end || found !== -1 || isEnd;
      if (!isWhole) return { used: start, isInside: true };
      const isFollowed = piece < end;
      const isGoingOn = visit(start, isFollowed ? piece : withoutReturn(block, start, end), isFollowed);
      start = isFollowed ? piece : end + 1;
      inside = isFollowed;
      if (isGoingOn === false) return { used: Math.min(start, block.length), isInside: inside };
      continue;
    }
    if (found === -1 && !isEnd) return { used: start, isInside: false };
    const isGoingOn = visit(start, withoutReturn(block, start, end), false);
    start = end + 1;
    if (isGoingOn === false) break;
  }
  return { used: Math.min(start, block.length), isInside: inside };
}

function withoutReturn(block: Uint8Array, start: number, end: number): number {
  return end > start && block[end - 1] === 0x0d ? end - 1 : end;
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

function hasMoreCharacters(
  block: Uint8Array,
  start: number,
  end: number,
  { isUtf8 }: LineFormat,
  most: number,
): boolean {
  if (!isUtf8) return end - start > most;
  let characters = 0;
  for (let at = start; at < end; at++) if (!isContinuation(block[at]!) && ++characters > most) return true;
  return false;
}

/** Where a piece of 120 characters ends, at most where its line does. */
function endOfPiece(block: Uint8Array, start: number, end: number, { isUtf8 }: LineFormat): number {
  if (!isUtf8) return Math.min(end, start + virtualLineCharacters);
  let characters = 0;
  let at = start;
  for (; at < end; at++) if (!isContinuation(block[at]!) && ++characters > virtualLineCharacters) return at;
  return at;
}
