/** One instruction of a classic BPF program: `whenTrue` and `whenFalse` count the instructions that are skipped. */
export interface Instruction {
  code: number;
  whenTrue: number;
  whenFalse: number;
  value: number;
}

// Codes of linux/bpf_common.h: class, size and mode, or class, operation and source.
const loadWord = 0x20;
const jumpIfEqual = 0x15;
const jumpIfGreater = 0x25;
const jumpIfAnyBit = 0x45;
const returnValue = 0x06;
const instructionBytes = 8;
const farthestJump = 255;

/** Loads 4 bytes at an offset of `struct seccomp_data`. */
export function load(offset: number): Instruction {
  return { code: loadWord, whenTrue: 0, whenFalse: 0, value: offset };
}

/** Ends the program with this verdict. */
export function answer(verdict: number): Instruction {
  return { code: returnValue, whenTrue: 0, whenFalse: 0, value: verdict };
}

/** Runs `then` when what was loaded equals the value, and goes on after it otherwise. */
export function ifEqual(value: number, then: readonly Instruction[]): Instruction[] {
  return jump(jumpIfEqual, value, then);
}

/** Runs `then` when what was loaded does not equal the value, and goes on after it otherwise. */
export function unlessEqual(value: number, then: readonly Instruction[]): Instruction[] {
  const [test, ...rest] = jump(jumpIfEqual, value, then);
  return [{ ...test!, whenTrue: test!.whenFalse, whenFalse: 0 }, ...rest];
}

/** Runs `then` when what was loaded is greater than the value (unsigned), and goes on after it otherwise. */
export function ifGreater(value: number, then: readonly Instruction[]): Instruction[] {
  return jump(jumpIfGreater, value, then);
}

/** Runs `then` when what was loaded has any of these bits, and goes on after it otherwise. */
export function ifAnyBit(bits: number, then: readonly Instruction[]): Instruction[] {
  return jump(jumpIfAnyBit, bits, then);
}

/**
 * The program as Linux takes it: an array of `struct sock_filter` in little-endian order, as x86-64 and AArch64 have
 * it.
 */
export function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * instructionBytes);
  program.forEach(({ code, whenTrue, whenFalse, value }, index) => {
    const at = index * instructionBytes;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(whenTrue, at + 2);
    bytes.writeUInt8(whenFalse, at + 3);
    bytes.writeUInt32LE(value >>> 0, at + 4);
  });
  return bytes;
}

function jump(code: number, value: number, then: readonly Instruction[]): Instruction[] {
  if (then.length > farthestJump) throw new RangeError('A jump of a BPF program is too far.');
  return [{ code, whenTrue: 0, whenFalse: then.length, value }, ...then];
}
