/**
 * A failure of transport or of a reply that is not ours (SHL-078). `status` is that of HTTP, 0 where there was no
 * answer.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
