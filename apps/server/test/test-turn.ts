import { randomUUID } from 'node:crypto';
import { GromaError, type ProjectId, type UserId } from '@groma/model';
import { assistant, notebook, type ChatChangeReply, type Client } from '@groma/protocol';
import { changeTools } from '../src/features/assistant/change/tools/change-tools.ts';
import { chatThreads } from '../src/platform/database/tables/index.ts';
import type { Person, TestServer } from './test-server.ts';

/** A turn of the assistant in a conversation of a person, whose tools are called as a model calls them. */
export class TestTurn {
  readonly server: TestServer;
  readonly person: Person;
  readonly projectId: string;
  readonly threadId: string;
  readonly messageId = randomUUID();
  isAnalyst = false;
  /** The linter does not answer. */
  isWithoutLinter = false;

  private constructor(server: TestServer, person: Person, projectId: string, threadId: string) {
    this.server = server;
    this.person = person;
    this.projectId = projectId;
    this.threadId = threadId;
  }

  static async begin(server: TestServer, person: Person, projectId: string, isShared = false): Promise<TestTurn> {
    const threadId = randomUUID();
    await server.platform.database.query
      .insert(chatThreads)
      .values({ id: threadId, projectId, userId: person.id, title: 'A conversation', isShared });
    return new TestTurn(server, person, projectId, threadId);
  }

  /** Calls a tool by its name; what it gives. */
  async call(name: string, given: object): Promise<Record<string, unknown>> {
    const { server, person, projectId, threadId, messageId, isAnalyst } = this;
    const tools = changeTools({
      platform: server.platform,
      projectId: projectId as ProjectId,
      userId: person.id as UserId,
      threadId,
      messageId,
      isAnalyst,
    });
    const tool = tools.find((each) => each.name === name)!;
    const client = this.isWithoutLinter ? withoutLinter(person.client) : person.client;
    const call = { client, signal: new AbortController().signal, report: () => Promise.resolve() };
    return (await tool.run(given, call)) as Record<string, unknown>;
  }

  async list(person = this.person): Promise<ChatChangeReply[]> {
    const { projectId, threadId } = this;
    return (await person.client.call(assistant.listChanges, { params: { projectId, threadId } })).data;
  }

  /** Decides some changes, or all that there are. */
  async decide(
    action: 'apply' | 'refuse' | 'revert',
    ids?: string[],
    person = this.person,
  ): Promise<ChatChangeReply[]> {
    const { projectId, threadId } = this;
    const body = { ids: ids ?? (await this.list()).map(({ id }) => id), action };
    return (await person.client.call(assistant.decideChanges, { params: { projectId, threadId }, body })).data;
  }
}

function withoutLinter(client: Client): Client {
  return {
    ...client,
    call: (endpoint, input) =>
      endpoint.id === notebook.lintNotebook.id
        ? Promise.reject(new GromaError('UNAVAILABLE', { part: 'the Python linter', remedy: 'try again.' }))
        : client.call(endpoint, input),
  };
}
