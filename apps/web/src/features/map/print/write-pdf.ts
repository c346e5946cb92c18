const pointsPerMillimetre = 72 / 25.4;

/** A picture that fills the one page of a document. */
interface PdfPage {
  jpeg: Uint8Array;
  /** Of the picture, in pixels. */
  pixels: { width: number; height: number };
  /** Of the page, in millimetres. */
  paper: { width: number; height: number };
  title: string;
}

/** A PDF (version 1.4, ISO 32000-1 §7) of one page, which a JPEG fills. */
export function writePdf({ jpeg, pixels, paper, title }: PdfPage): Uint8Array<ArrayBuffer> {
  const [width, height] = [paper.width, paper.height].map((side) => (side * pointsPerMillimetre).toFixed(2));
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /Map Do Q`;
  const file = new PdfFile();
  file.write('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n');
  file.object('<< /Type /Catalog /Pages 2 0 R >>');
  file.object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  file.object(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /Map 5 0 R >> >> /Contents 4 0 R >>`,
  );
  file.object(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
  file.object(
    `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.byteLength} >>`,
    jpeg,
  );
  file.object(`<< /Title ${textString(title)} /Producer (Groma) >>`);
  return file.end({ root: 1, info: 6 });
}

/** A text in the only way that knows all letters: UTF-16 with its mark, as hexadecimal digits. */
function textString(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'));
  return `<feff${units.join('')}>`;
}

/** The objects of a file and where they begin, by bytes. */
class PdfFile {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #offsets: number[] = [];
  #length = 0;

  write(text: string): void {
    this.#push(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  }

  object(body: string, stream?: Uint8Array): void {
    this.#offsets.push(this.#length);
    this.write(`${this.#offsets.length} 0 obj\n${body}\n`);
    if (stream) {
      this.write('stream\n');
      this.#push(new Uint8Array(stream));
      this.write('\nendstream\n');
    }
    this.write('endobj\n');
  }

  end({ root, info }: { root: number; info: number }): Uint8Array<ArrayBuffer> {
    const at = this.#length;
    const size = this.#offsets.length + 1;
    const rows = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.write(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`);
    this.write(`trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`);
    const bytes = new Uint8Array(this.#length);
    let next = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, next);
      next += piece.byteLength;
    }
    return bytes;
  }

  #push(piece: Uint8Array<ArrayBuffer>): void {
    this.#pieces.push(piece);
    this.#length += piece.byteLength;
  }
}
