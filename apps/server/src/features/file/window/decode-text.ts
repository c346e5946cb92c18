const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** What windows-1252 has where latin-1 has control characters, from 0x80 on; the five it leaves out are themselves. */
const westernLetters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Bytes as text. Node's decoder of windows-1252 gives latin-1, so its letters are put in here. */
export function decodeText(bytes: Uint8Array, bytesAre: 'utf-8' | 'windows-1252'): string {
  if (bytesAre === 'utf-8') return utf8.decode(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.replace(/[\u0080-\u009f]/g, (letter) => westernLetters[letter.charCodeAt(0) - 0x80]!);
}

/** A part of a block as text. Node's own cutting of short texts is several times faster than a decoder. */
export function sliceText(block: Buffer, start: number, end: number, bytesAre: 'utf-8' | 'windows-1252'): string {
  return bytesAre === 'utf-8' ? block.toString('utf8', start, end) : decodeText(block.subarray(start, end), bytesAre);
}
