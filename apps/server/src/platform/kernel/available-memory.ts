import { totalmem } from 'node:os';

/**
 * Bytes of memory that this server and its kernels can have: those of the computer, or of the control group that it was
 * put into.
 */
export function availableBytes(computer = totalmem(), group = process.constrainedMemory()): number {
  // Without a limit of the group Node answers 0, or a number larger than any computer has.
  return group > 0 ? Math.min(computer, group) : computer;
}
