import { beforeAll, describe, expect, test } from 'vitest';
import { notebook } from '@groma/protocol';
import { kernelGroup, skipReason } from '../../../../test/test-kernel.ts';
import { TestNotebooks } from '../../../../test/test-notebooks.ts';

let notebooks: TestNotebooks;

TestNotebooks.ofFile((started) => {
  notebooks = started;
});

describe.skipIf(skipReason)(kernelGroup('blocks that ask'), { timeout: 60_000 }, () => {
  beforeAll(() => notebooks.startMachine());

  const asking = async (code: string) => {
    const opened = await notebooks.open(code);
    await opened.runAll();
    await expect.poll(() => opened.cell(0).outputs.at(-1)?.kind, { timeout: 40_000 }).toBe('input');
    const question = opened.cell(0).outputs.at(-1)!;
    const answer = { type: 'Answer_Input' as const, blockId: opened.blockIds[0]!, inputId: question.display! };
    return { ...opened, question, answer };
  };

  test('[KRN-086, KRN-088] everybody sees the question, and who runs the block answers it, nobody else', async () => {
    const { server, owner, projectId } = notebooks;
    const { id, post, until, text, question, answer } = await asking('print("hello", input("Name: "))');
    expect(question).toMatchObject({ kind: 'input', prompt: 'Name: ', isPassword: false, askedOf: owner.id });
    const guest = await server.signUp();
    await server.share(owner, projectId, guest, 'PROJECT_EDITOR');
    await expect(
      guest.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { ...answer, value: 'Eve' } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await post({ ...answer, value: 'Ada' })).blocks).toBe(1);
    await until(0, { status: 'completed', outcome: 'ok' });
    await expect.poll(() => text(0)).toBe('Name: Ada\nhello Ada\n');
    expect((await post({ ...answer, value: 'late' })).blocks).toBe(0);
  });

  test('[KRN-086] a password is never in the notebook, nor in the file it is downloaded as', async () => {
    const { id, post, until, text, answer } = await asking('from getpass import getpass\nkey = getpass("Key: ")');
    await post({ ...answer, value: 'open sesame' });
    await until(0, { status: 'completed', outcome: 'ok' });
    expect(text(0)).toBe('Key: ········\n');
    const { owner, projectId } = notebooks;
    const file = await (await owner.fetch(`/api/notebooks/${id}/projects/${projectId}/ipynb`)).text();
    expect(file).toContain('········');
    expect(file).not.toContain('sesame');
  });

  test('[KRN-087] a stop ends the wait, and the question stands as text', async () => {
    const { post, until, text, blockIds } = await asking('input("Sure? ")');
    await post({ type: 'Stop_Block', blockId: blockIds[0]! });
    await until(0, { status: 'idle', outcome: 'stopped' });
    expect(text(0)).toMatch(/^Sure\? \n/);
  });
});
