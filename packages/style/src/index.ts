import { readLyrx } from './read-lyrx.ts';
import { readQml } from './read-qml.ts';
import { readSld } from './read-sld.ts';
import { StyleUnreadable, type Style, type WithLosses } from './style-model.ts';
import { writeQml } from './write-qml.ts';
import { writeSld } from './write-sld.ts';

export { StyleUnreadable };

/** Bytes of a style at most: it is read as a whole. */
export const mostStyleBytes = 4 * 1024 * 1024;

/** Formats that styles are read from. */
export type StyleSource = 'sld' | 'qml' | 'lyrx';
/** Formats that styles are written as. */
export type StyleTarget = 'sld' | 'qml';

/**
 * Makes a style of one format of a style of another, with what was lost on the way in plain sentences, each once.
 * `name` is what the style is called where its file does not say it.
 * @throws StyleUnreadable with a sentence for people, where the bytes are no style of vectors of its format
 */
export function convertStyle(
  bytes: Uint8Array,
  { from, to, name }: { from: StyleSource; to: StyleTarget; name: string },
): WithLosses<string> {
  const read = readStyle(decoded(bytes), from, name);
  const style = { ...read.value, name: read.value.name || name };
  if (style.groups.length === 0)
    throw new StyleUnreadable(
      `it draws and labels nothing that another format can say. ${read.losses[0] ?? ''}`.trim(),
    );
  const written = to === 'sld' ? writeSld(style) : writeQml(style);
  return { value: written.value, losses: [...new Set([...read.losses, ...written.losses])] };
}

function readStyle(text: string, from: StyleSource, name: string): WithLosses<Style> {
  if (from === 'sld') return readSld(text);
  return from === 'qml' ? readQml(text, name) : readLyrx(text);
}

/** Text in the encoding that a byte order mark or an XML declaration names; else in UTF-8. @throws StyleUnreadable */
function decoded(bytes: Uint8Array): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = mark ?? /^[^<]*<\?xml[^>]*encoding=["']([\w.:-]+)["']/i.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named, { fatal: true }).decode(bytes);
  } catch {
    throw new StyleUnreadable(`it is not in the encoding ${named}`);
  }
}
