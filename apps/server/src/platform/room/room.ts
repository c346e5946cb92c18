import type { ProjectAction, ProjectId, ProjectSubject } from '@groma/model';
import type { ProjectAccess } from '../access/access-control.ts';
import type { User } from '../session/sessions.ts';
import type { Frame } from './frame.ts';

/** Someone who has come into a room, by the session. What the address says of users is not believed. */
export interface RoomConnection {
  /** Id in the path. */
  readonly id: string;
  readonly user: User;
  readonly projectAccess: ProjectAccess;
  readonly projectId: ProjectId;
  readonly query: URLSearchParams;
  /** False once either side has begun to close; nothing is heard from then on. */
  readonly isOpen: boolean;
  /** This side has begun to close it: whose right has ended, whose session is over, or who is to come back. */
  readonly isSentAway: boolean;
  /** Much is still on its way to the visitor: what is not lasting need not be sent. */
  readonly isBehind: boolean;
  /**
   * Tells something, unless the visitor has gone; what many are told is made a frame once. One who reads too slowly is
   * sent away, to come back in step.
   */
  send(message: string | Uint8Array | Frame): void;
  onMessage(listener: (data: Buffer) => void): void;
  /**
   * Reads nothing more of the visitor, or goes on: what is sent meanwhile waits at the other end, which is told now and
   * then that the server is there.
   */
  hold(isHeld: boolean): void;
  /** Called once, whatever the reason; at once when the visitor has gone already. */
  onLeave(listener: () => void): void;
  /** Sends the visitor away; one who does not answer is cut off. */
  close(code: number, reason: string): void;
  /**
   * Asks again who is behind the session and where they stand, as each call over HTTP does.
   * @throws GromaError UNAUTHENTICATED, or NOT_FOUND and FORBIDDEN for who may not be in the room any more.
   */
  readProjectAccess(): Promise<ProjectAccess>;
  /** Asks again whether the visitor may do something now, since roles change and plans end while sockets are open. */
  may(action: ProjectAction, subject: ProjectSubject): Promise<boolean>;
  /** The same for what is refused with a reason. @throws GromaError NOT_FOUND, FORBIDDEN, NO_PLAN or PLAN_EXPIRED. */
  require(action: ProjectAction, subject: ProjectSubject): Promise<void>;
}

/**
 * A kind of socket at `/parties/{party}/{id}`. It cannot be registered without saying whose project the id leads to.
 */
export interface Room {
  readonly party: string;
  readonly subject: ProjectSubject;
  /** Least action that lets a person in. */
  readonly action: ProjectAction;
  /** Project of the thing with this id. @throws GromaError NOT_FOUND. */
  projectOf(id: string): Promise<ProjectId>;
  enter(connection: RoomConnection): void | Promise<void>;
}
