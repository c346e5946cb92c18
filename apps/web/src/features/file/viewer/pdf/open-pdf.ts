import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the address of the file, given by the bundler
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Letters of fonts that a file does not carry, and tables of Asian letters, by their names. */
const files = {
  ...import.meta.glob<string>('/../../node_modules/pdfjs-dist/cmaps/*.bcmap', { query: '?url', import: 'default' }),
  ...import.meta.glob<string>('/../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
  }),
  ...import.meta.glob<string>('/../../node_modules/pdfjs-dist/wasm/*.{wasm,js}', { query: '?url', import: 'default' }),
};
const byName = new Map(Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1), load]));

/** Hands pdf.js the parts it asks for by name, from the application's own origin. */
class PartReader {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const address = await byName.get(filename)?.();
    const response = address === undefined ? null : await fetch(address);
    if (!response?.ok) throw new Error(`${filename} is not part of the application.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Opens a PDF by its link, reading the parts of it that are looked at. Scripts in it do not run. */
export async function openPdf(url: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const task = getDocument({
    url,
    rangeChunkSize: 256 * 1024,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    useWorkerFetch: false,
    BinaryDataFactory: PartReader,
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
  } as Parameters<typeof getDocument>[0]);
  signal.addEventListener('abort', () => {
    void task.destroy();
  });
  return task.promise;
}
