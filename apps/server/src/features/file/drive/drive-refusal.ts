/** What WebDAV says by a status, and where it has one by a condition (RFC 4918 §16), which programs read. */
export class DriveRefusal extends Error {
  readonly status: number;
  /** The condition as XML of the namespace `DAV:`. */
  readonly condition: string | undefined;

  constructor(status: number, condition?: string) {
    super(`A network drive is answered with ${status}.`);
    this.status = status;
    this.condition = condition;
  }
}
