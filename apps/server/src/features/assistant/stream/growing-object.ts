import { GromaError } from '@groma/model';

/** How an answer is taken out of what a model says, and written as a JSON object. */
export interface AnswerShape<Answer> {
  /**
   * The answer as far as it has come; null while it cannot be told. What is given for a longer text only adds to the
   * field that grows.
   */
  read(text: string, isWhole: boolean): Answer | null;
  /** Fields that are known before the one that grows; those that are null are left out. */
  head(answer: Answer): Readonly<Record<string, string | null>>;
  /** The name of the field that grows, and its text. */
  field: string;
  grown(answer: Answer): string;
  /** What an answer lacks in which nothing was found: “it contains no SQL.” */
  missing: string;
}

interface Asked {
  /** The model, as people call it. */
  model: string;
  signal: AbortSignal;
}

/**
 * The text of one JSON object that grows with what a model says (DBS-028, AIA-026). What fails before the first piece
 * is thrown; later the object ends with `error`, its code and message. @throws GromaError
 */
export async function* growingObject<Answer>(
  pieces: AsyncIterable<string>,
  shape: AnswerShape<Answer>,
  { model, signal }: Asked,
): AsyncGenerator<string, void> {
  let text = '';
  let said: Answer | null = null;
  try {
    for await (const piece of pieces) {
      text += piece;
      const next = shape.read(text, false);
      if (next) yield pieceOf(shape, said, next);
      said = next ?? said;
    }
    const whole = shape.read(text, true);
    if (!whole || shape.grown(whole) === '')
      throw new GromaError('MODEL_ANSWER_BROKEN', { model, detail: shape.missing });
    yield `${pieceOf(shape, said, whole)}"}`;
  } catch (error) {
    if (!said || signal.aborted) throw error;
    const { code, message } =
      error instanceof GromaError
        ? error
        : new GromaError('MODEL_ANSWER_BROKEN', { model, detail: 'it was incomplete.' });
    yield `","error":${JSON.stringify({ code, message })}}`;
  }
}

/** What the object grows by. */
function pieceOf<Answer>({ head, field, grown }: AnswerShape<Answer>, before: Answer | null, answer: Answer): string {
  const known = Object.entries(head(answer)).filter(([, value]) => value !== null);
  const begun = before ? '' : `{${known.map((entry) => `${quoted(entry)},`).join('')}"${field}":"`;
  return begun + JSON.stringify(grown(answer).slice(before ? grown(before).length : 0)).slice(1, -1);
}

const quoted = ([name, value]: [string, string | null]): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`;
