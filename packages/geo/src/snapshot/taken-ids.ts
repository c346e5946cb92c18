const pageBits = 16;
const pageMask = 2 ** pageBits - 1;

/** A set of positive integers that takes a bit for each where they lie close together. */
export class TakenIds {
  private readonly pages = new Map<number, Uint8Array>();

  add(id: number): void {
    const key = id >>> pageBits;
    let page = this.pages.get(key);
    if (!page) this.pages.set(key, (page = new Uint8Array(2 ** (pageBits - 3))));
    page[(id & pageMask) >> 3]! |= 1 << (id & 7);
  }

  has(id: number): boolean {
    const page = this.pages.get(id >>> pageBits);
    return page !== undefined && (page[(id & pageMask) >> 3]! & (1 << (id & 7))) !== 0;
  }
}
