import type { UserId } from '@groma/model';

/** The person behind a request, from the session alone. */
export interface User {
  id: UserId;
  username: string;
  email: string;
}
