/** Stands in a zip of notebooks some of which cannot be read. */
export const leftOutFile = 'NOT INCLUDED.txt';

const endOfZip = [0x50, 0x4b, 0x05, 0x06];
const endBytes = 22;
const mostComment = 65_535;

/**
 * The comment of a zip that names the notebooks that are not in it, for programs: a JSON list in ASCII, as far as there
 * is room.
 */
export function leftOutComment(names: readonly string[]): string {
  const text =
    names.length === 0
      ? ''
      : JSON.stringify(names).replaceAll(
          /[^\x20-\x7e]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  return text.length > mostComment ? leftOutComment(names.slice(0, names.length >> 1)) : text;
}

/** The notebooks that a zip says are not in it, by its comment. @throws Error where it is not a complete zip */
export async function readLeftOut(zip: Blob): Promise<string[]> {
  const tail = new Uint8Array(await zip.slice(-(endBytes + mostComment)).arrayBuffer());
  const at = Array.from(
    { length: Math.max(0, tail.length - endBytes + 1) },
    (_each, back) => tail.length - endBytes - back,
  ).find((place) => endOfZip.every((byte, index) => tail[place + index] === byte));
  if (at === undefined) throw new Error('The zip is not whole.');
  const comment = new TextDecoder().decode(tail.subarray(at + endBytes));
  return comment === '' ? [] : (JSON.parse(comment) as string[]);
}
