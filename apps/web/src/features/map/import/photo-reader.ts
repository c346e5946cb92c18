import type { PhotoContent, PhotoReply, PhotoRequest } from './photo-messages.ts';

interface Waiting {
  resolve(content: PhotoContent): void;
  reject(error: Error): void;
}

/** Reads photos in a worker: decoding and packing a picture takes a good part of a second. */
export class PhotoReader {
  readonly #worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module', name: 'photos' });
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<PhotoReply>) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if ('content' in data) waiting?.resolve(data.content);
      else waiting?.reject(new Error(data.failure));
    });
    this.#worker.addEventListener('error', (event) => {
      this.#failAll(event.message);
    });
  }

  read(file: Blob): Promise<PhotoContent> {
    this.#last += 1;
    const request: PhotoRequest = { number: this.#last, file };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.number, { resolve, reject });
      this.#worker.postMessage(request, []);
    });
  }

  close(): void {
    this.#worker.terminate();
    this.#failAll('closed');
  }

  #failAll(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}
