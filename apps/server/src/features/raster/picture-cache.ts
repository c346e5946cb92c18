/** Pictures that were drawn last, up to so many bytes. */
export class PictureCache {
  readonly #mostBytes: number;
  readonly #pictures = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(key: string): Uint8Array | undefined {
    const picture = this.#pictures.get(key);
    if (picture) {
      this.#pictures.delete(key);
      this.#pictures.set(key, picture);
    }
    return picture;
  }

  keep(key: string, picture: Uint8Array): void {
    this.#bytes += picture.length - (this.#pictures.get(key)?.length ?? 0);
    this.#pictures.set(key, picture);
    for (const [oldest, { length }] of this.#pictures) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#pictures.delete(oldest);
      this.#bytes -= length;
    }
  }
}
