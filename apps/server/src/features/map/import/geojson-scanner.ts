const QUOTE = 0x22,
  BACKSLASH = 0x5c,
  OPEN_BRACE = 0x7b,
  CLOSE_BRACE = 0x7d,
  OPEN_BRACKET = 0x5b,
  CLOSE_BRACKET = 0x5d,
  COLON = 0x3a,
  COMMA = 0x2c;
const MAX_PIECE_BYTES = 256 * 1024 * 1024;

/**
 * A piece of GeoJSON text: an element of `features`, or any other member of an object at the top. `end` closes such an
 * object, unless its `last` member already did.
 */
export type GeoJsonPiece =
  | { kind: 'feature'; text: string }
  | { kind: 'member'; key: string; text: string; last: boolean }
  | { kind: 'end' };

/**
 * Cuts GeoJSON that arrives in chunks into its features without holding the whole. Several objects may follow one
 * another (newline-delimited GeoJSON). Only the nesting is looked at; each piece is parsed by whoever takes it.
 */
export class GeoJsonScanner {
  private depth = 0;
  private inString = false;
  private escaped = false;
  private key = '';
  private place: 'root' | 'key' | 'colon' | 'value' | 'features' | 'other' = 'root';
  private pieces: Buffer[] | null = null;
  private pieceBytes = 0;
  private started = -1;

  /** The pieces that `chunk` completes. Throws `SyntaxError` where the text is no JSON object. */
  *push(chunk: Buffer): Generator<GeoJsonPiece> {
    if (this.pieces) this.started = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.inString) {
        at = this.skipString(chunk, at);
        if (!this.inString && this.place === 'key' && this.depth === 1) {
          this.key = JSON.parse(this.take(chunk, at + 1)) as string;
          this.place = 'colon';
        }
        continue;
      }
      // Whitespace, and below the top everything that neither nests nor quotes, which is most of a file of coordinates.
      if (byte <= 0x20 || (this.depth > 2 && byte < OPEN_BRACKET && byte !== QUOTE)) continue;
      const piece = this.step(chunk, at, byte);
      if (piece) yield piece;
    }
    if (this.pieces) this.keep(chunk.subarray(this.started));
    this.started = -1;
  }

  /** Throws `SyntaxError` where the text ends inside an object. */
  end(): void {
    if (this.depth > 0 || this.inString) throw new SyntaxError('the text ends in the middle');
  }

  private step(chunk: Buffer, at: number, byte: number): GeoJsonPiece | null {
    if (this.depth === 0) {
      if (byte === 0x1e || byte === 0xef || byte === 0xbb || byte === 0xbf) return null;
      if (byte !== OPEN_BRACE) throw new SyntaxError('the text is no GeoJSON object');
      this.depth = 1;
      this.place = 'key';
      return null;
    }
    if (this.place === 'other') return this.stepOther(chunk, at, byte);
    if (this.place === 'features') return this.stepFeatures(chunk, at, byte);
    if (this.depth === 1 && this.place !== 'value') return this.stepMember(chunk, at, byte);
    return this.stepValue(chunk, at, byte);
  }

  private stepMember(chunk: Buffer, at: number, byte: number): GeoJsonPiece | null {
    if (byte === QUOTE && this.place === 'key') {
      this.inString = true;
      this.begin(at);
    } else if (byte === COLON && this.place === 'colon') this.place = 'value';
    else if (byte === CLOSE_BRACE && this.place === 'key') {
      this.depth = 0;
      this.place = 'root';
      return { kind: 'end' };
    } else if (byte !== COMMA || this.place !== 'key')
      throw new SyntaxError(`unexpected "${String.fromCharCode(byte)}"`);
    return null;
  }

  private stepValue(chunk: Buffer, at: number, byte: number): GeoJsonPiece | null {
    if (!this.pieces) {
      if (this.key === 'features' && byte === OPEN_BRACKET) {
        this.depth = 2;
        this.place = 'features';
        return null;
      }
      this.begin(at);
    }
    if (this.depth === 1 && (byte === COMMA || byte === CLOSE_BRACE)) {
      const last = byte === CLOSE_BRACE;
      this.depth = last ? 0 : 1;
      this.place = last ? 'root' : 'key';
      return { kind: 'member', key: this.key, text: this.take(chunk, at), last };
    }
    this.nest(byte);
    return null;
  }

  private stepFeatures(chunk: Buffer, at: number, byte: number): GeoJsonPiece | null {
    if (this.depth === 2) {
      if (byte === CLOSE_BRACKET) {
        this.depth = 1;
        this.place = 'key';
        return null;
      }
      if (byte === COMMA) return null;
      this.begin(at);
      if (byte !== OPEN_BRACE) this.place = 'other';
    }
    this.nest(byte);
    return this.depth === 2 && byte === CLOSE_BRACE ? { kind: 'feature', text: this.take(chunk, at + 1) } : null;
  }

  /** A member of `features` that is no object, up to the comma or bracket behind it; whoever takes it says so. */
  private stepOther(chunk: Buffer, at: number, byte: number): GeoJsonPiece | null {
    if (this.depth !== 2 || (byte !== COMMA && byte !== CLOSE_BRACKET)) {
      this.nest(byte);
      return null;
    }
    const text = this.take(chunk, at);
    this.depth = byte === CLOSE_BRACKET ? 1 : 2;
    this.place = byte === CLOSE_BRACKET ? 'key' : 'features';
    return { kind: 'feature', text };
  }

  private nest(byte: number): void {
    if (byte === QUOTE) this.inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.depth--;
  }

  /** Gives the index of the last byte looked at; strings are most of the text, so they are skipped by search. */
  private skipString(chunk: Buffer, at: number): number {
    for (let index = at; index < chunk.length; index++) {
      const byte = chunk[index]!;
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) {
        this.inString = false;
        return index;
      }
    }
    return chunk.length;
  }

  private begin(at: number): void {
    this.pieces = [];
    this.pieceBytes = 0;
    this.started = at;
  }

  private keep(bytes: Buffer): void {
    this.pieces!.push(bytes);
    this.pieceBytes += bytes.length;
    if (this.pieceBytes > MAX_PIECE_BYTES) throw new SyntaxError('one feature is larger than 256 MB');
  }

  private take(chunk: Buffer, end: number): string {
    this.keep(chunk.subarray(this.started, end));
    const text = (this.pieces!.length === 1 ? this.pieces![0]! : Buffer.concat(this.pieces!)).toString('utf8');
    this.pieces = null;
    return text;
  }
}
