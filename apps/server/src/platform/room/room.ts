import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { ProjectAction, ProjectId, ProjectSubject } from '@groma/model';
import type { Standing } from '../access/access-control.ts';
import type { User } from '../session/sessions.ts';

/** Somebody who has come into a room, by the session. What the address says of users is not believed. */
export interface Visit {
  socket: WebSocket;
  /** Id in the path. */
  id: string;
  user: User;
  standing: Standing;
  projectId: ProjectId;
  request: IncomingMessage;
  query: URLSearchParams;
  /** Asks anew whether the visitor may do something now, since roles change while sockets are open. */
  may(action: ProjectAction, subject: ProjectSubject): Promise<boolean>;
}

/** A kind of socket at `/parties/{party}/{id}`. It cannot be registered without saying whose project the id leads to. */
export interface Room {
  readonly party: string;
  readonly subject: ProjectSubject;
  /** Least action that lets a person in. */
  readonly action: ProjectAction;
  /** Project of the thing with this id. @throws GromaError NOT_FOUND. */
  projectOf(id: string): Promise<ProjectId>;
  enter(visit: Visit): void | Promise<void>;
}
