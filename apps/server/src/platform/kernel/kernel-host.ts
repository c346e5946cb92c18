import type { KernelAddress } from './connection.ts';
import type { KernelUse } from './kernel-use.ts';

/**
 * Where a kernel's program runs, as far as its session needs to know. Reasons of its end are phrases that follow "the
 * kernel": `died: ended by signal SIGSEGV`, `was restarted`.
 */
export interface KernelHost {
  readonly connection: KernelAddress;
  /** Resolves with the reason when the program has ended and nothing is left of it. */
  readonly ended: Promise<string>;
  /** What the program last wrote to its own error stream, where that can be read. */
  readonly errorText: string;
  use(): Promise<KernelUse>;
  /** Code begins: what it uses is looked at more often from now on. */
  stir(): void;
  interrupt(): Promise<void>;
  kill(reason: string): void;
}
