const isLittleHere = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Where red, green, blue and alpha of a pixel stand in a word of 32 bits on this machine: bits to the right. */
export const [redBit, greenBit, blueBit, alphaBit] = isLittleHere
  ? ([0, 8, 16, 24] as const)
  : ([24, 16, 8, 0] as const);
