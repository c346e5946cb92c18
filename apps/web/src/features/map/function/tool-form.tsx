import {
  checkInputs,
  fieldCounts,
  GromaError,
  layerReference,
  needsFeatures,
  parameterSchema,
  type ToolDefinition,
  type ToolParameters,
} from '@groma/model';
import {
  ArrowLeftIcon,
  Button,
  IconButton,
  Note,
  PlayerPlayIcon,
  EyeIcon,
  ProgressBar,
  RestoreIcon,
  StarIcon,
  TextField,
} from '@groma/ui';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../platform/api.ts';
import { useCan } from '../../../platform/session.ts';
import { useText, type Text } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { useOutageText } from '../session/use-outage-text.ts';
import { ImageOutput, isImagePath } from './image-output.tsx';
import { FileOutput, forgetFreePaths, formatOf, useFreePath } from './file-output.tsx';
import { canReplace } from './input-counts.ts';
import { OutputChoice, type OutputKind } from './output-choice.tsx';
import { PreviewBar } from './preview-bar.tsx';
import { TakenLine } from './taken-line.tsx';
import { expressionProblem, ToolFieldInput } from './tool-field.tsx';
import { ToolRunner } from './tool-runner.ts';
import { keepDraft, takeJustChosen, useDraft, useJustChosen, useShelf } from './tool-shelf.ts';
import { fieldLabel, toolWords } from '../../../registry/tool-words.ts';
import { useMissingPart } from './use-missing-part.ts';
import { useTaken, type Taken } from './use-taken.ts';

interface ToolFormProps {
  session: MapSession;
  /** The layer in hand; an empty text where the map has none. */
  layerId: string;
  /** The reference of other data that is taken in place of a layer of the map. */
  source?: string | null;
  tool: ToolDefinition;
  onBack: () => void;
}

/** The form of a tool, made of its fields, and what becomes of its result (GEO-006, GEO-077). */
export function ToolForm({ session, layerId, source = null, tool, onBack }: ToolFormProps) {
  const t = useText();
  const draft = useDraft(tool.id);
  const defaults = defaultsOf(tool);
  const parameters = { ...defaults, ...draft?.parameters };
  const shown = tool.fields.filter((field) => fieldCounts(field, parameters));
  const taken = useTaken(session, { layerId, source }, tool, parameters);
  const runner = useRunner(session);
  const { work, failure, preview } = useStore(runner.store);
  const { noteUse } = useShelf();
  const refusal = useRefusal(session, layerId);
  const missing = useMissingPart(session.projectId, tool, parameters);
  const problem = missing === null ? problemOf(t, tool, taken, parameters) : '';
  const ownName = useMapState(session, (state) => state.hierarchy[layerId]?.text ?? '');
  const isFiltered = useMapState(session, ({ styles }) => (styles[layerId]?.filter?.length ?? 0) > 0);
  const layerName = taken.source?.name ?? ownName;
  const first = source ?? (layerId === '' ? null : layerReference({ mapId: session.mapId, layerId }));
  const needs = needsFeatures(tool, parameters);
  const { name: fullName, short: toolName, help } = toolWords(tool, t);
  const proposed = needs ? t('function.resultName', { layer: layerName, tool: toolName }) : toolName;
  const [typed, setTyped] = useState<{ of: string | null; name: string } | null>(null);
  // A tool of people names its results itself, unless another name is wanted.
  const name = typed?.of === first ? typed.name : tool.own ? '' : proposed;
  const replaceRefusal = !needs
    ? t('function.nothingToReplace')
    : source !== null
      ? t('function.onlyHere')
      : canReplace(tool, taken.counts[tool.inputs[0]?.name ?? 'features'] ?? null)
        ? refusal.ofLayer
        : t('function.otherKind');
  const mayWrite = useCan('upload', 'file');
  const output = outputOf(draft?.output, replaceRefusal === null, mayWrite);
  const isImage = tool.output === 'image';
  const freePath = useFreePath(session.projectId, proposed, output === 'file', isImage ? 'tif' : 'parquet');
  const path = draft?.path ?? (output === 'file' || !isImage ? freePath : '');
  useForgottenPreview(runner, JSON.stringify([first, parameters]), taken.fids);
  const set = (field: string, value: ToolParameters[string]) =>
    keepDraft(tool.id, { ...draft, output, parameters: { ...parameters, [field]: value } });
  const fids = needs ? taken.fids : null;
  const wish = { toolId: tool.id, taken: needs ? first : null, fids, parameters };
  const run = async () => {
    const isDone =
      output === 'replace'
        ? await runner.replace({ ...wish, layerId })
        : output === 'file'
          ? await runner.writeFile(wish, path.trim())
          : await runner.makeLayer(wish, name.trim(), isImage ? path.trim() : '');
    if (!isDone) return;
    noteUse(tool.id);
    if (!isWritten) return;
    // The name is taken now.
    keepDraft(tool.id, { parameters, output });
    void forgetFreePaths();
  };
  const isPath = isImage ? isImagePath(path) || (output === 'layer' && path.trim() === '') : formatOf(path) !== null;
  const isWritten = output === 'file' || isImage;
  const refused = refusal.ofMap ?? problem ?? (isWritten && !isPath ? '' : undefined);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isAtList(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (work && work.kind !== 'keep') runner.cancel();
    else if (preview) runner.discard();
    else onBack();
  };
  const foot = useFootFocus(work ? (work.kind === 'keep' ? 'keep' : 'run') : preview ? 'preview' : 'rest');
  return (
    <form
      className="function-form"
      aria-label={fullName}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        if (refused === undefined && !work && !preview) void run();
      }}
    >
      <FormHeader tool={tool} onBack={onBack} onReset={() => keepDraft(tool.id, null)} isReset={!draft} />
      <div className="function-body">
        <p className="function-help">{help}</p>
        {missing !== null && <Note kind="warning">{missing}</Note>}
        {shown.map((field) => (
          <ToolFieldInput
            key={field.name}
            tool={tool}
            field={field}
            value={parameters[field.name]}
            onChange={(value) => set(field.name, value)}
            session={session}
            taken={first}
            columns={taken.columns}
            values={parameters}
          />
        ))}
        <OutputChoice
          value={output}
          isWithoutReplace={tool.own !== undefined || tool.engine === 'images'}
          replaceRefusal={replaceRefusal}
          mayWrite={mayWrite}
          onChange={(chosen) => keepDraft(tool.id, { ...draft, parameters, output: chosen })}
        />
        {isImage && (
          <ImageOutput
            path={path}
            isOptional={output === 'layer'}
            onChange={(typedPath) => keepDraft(tool.id, { parameters, output, path: typedPath })}
          />
        )}
        {output === 'file' && !isImage && (
          <FileOutput
            path={path}
            onChange={(typedPath) => keepDraft(tool.id, { parameters, output, path: typedPath })}
          />
        )}
        {output === 'layer' && (
          <TextField
            size="s"
            label={t('function.name')}
            maxLength={1_000}
            value={name}
            placeholder={tool.own && t('function.namedByTool')}
            onChange={(event) => setTyped({ of: first, name: event.currentTarget.value })}
          />
        )}
      </div>
      <footer className="function-foot" {...foot}>
        <TakenLine
          isTaking={needs}
          tool={tool}
          taken={taken}
          layerName={layerName}
          isFiltered={isFiltered}
          problem={refused ?? null}
        />
        {failure !== null && <Note kind="error">{failure}</Note>}
        {work && work.kind !== 'keep' ? (
          <Working
            label={t('function.running', { name: toolName })}
            percent={work.percent}
            onCancel={() => runner.cancel()}
          />
        ) : preview ? (
          <PreviewBar
            preview={preview}
            session={session}
            isKeeping={work !== null}
            onKeep={() => {
              // Of an image only the part that is seen was made.
              if (output === 'file' || isImage) {
                runner.discard();
                return void run();
              }
              noteUse(tool.id);
              void runner.keep(name.trim());
            }}
            onDiscard={() => runner.discard()}
          />
        ) : (
          <div className="function-buttons">
            <Button
              icon={<EyeIcon size={14} />}
              disabled={refused !== undefined}
              onClick={() => {
                void runner.look(wish);
              }}
            >
              {t('function.preview')}
            </Button>
            <Button
              type="submit"
              variant="primary"
              icon={<PlayerPlayIcon size={14} />}
              disabled={refused !== undefined}
              aria-describedby="function-taken"
            >
              {t('function.run')}
            </Button>
          </div>
        )}
      </footer>
    </form>
  );
}

function FormHeader({
  tool,
  isReset,
  onBack,
  onReset,
}: {
  tool: ToolDefinition;
  isReset: boolean;
  onBack: () => void;
  onReset: () => void;
}) {
  const t = useText();
  const { favourites, toggleFavourite } = useShelf();
  const heading = useRef<HTMLHeadingElement>(null);
  const isFavourite = favourites.includes(tool.id);
  const { name } = toolWords(tool, t);
  const isJustChosen = useJustChosen();
  // Where the keyboard was is gone with the list. A form that only comes back leaves it where it is.
  useEffect(() => {
    if (isJustChosen && takeJustChosen()) heading.current?.focus();
  }, [isJustChosen]);
  return (
    <header className="function-head">
      <IconButton size="s" label={t('function.back')} icon={<ArrowLeftIcon />} onClick={onBack} />
      <h3 ref={heading} tabIndex={-1}>
        {name}
      </h3>
      <IconButton
        size="s"
        label={t(isFavourite ? 'function.removeFavourite' : 'function.addFavourite', { name })}
        className="function-star"
        icon={<StarIcon />}
        active={isFavourite}
        onClick={() => toggleFavourite(tool.id)}
      />
      <IconButton
        size="s"
        label={t('function.reset')}
        icon={<RestoreIcon />}
        disabledReason={isReset ? t('function.nothingToReset') : undefined}
        onClick={onReset}
      />
    </header>
  );
}

function Working({ label, percent, onCancel }: { label: string; percent: number | undefined; onCancel: () => void }) {
  const t = useText();
  return (
    <div className="function-working">
      <div>
        <span role="status">{label}</span>
        <ProgressBar label={label} value={percent} />
      </div>
      <Button onClick={onCancel}>{t('function.cancel')}</Button>
    </div>
  );
}

/** What runs the tool while its form is open. */
function useRunner(session: MapSession): ToolRunner {
  const [runner] = useState(() => new ToolRunner(session));
  useEffect(() => {
    runner.open();
    return () => runner.close();
  }, [runner]);
  return runner;
}

/** Keeps the keyboard in the footer where the button that had it is gone: at Cancel, Keep or Run. */
function useFootFocus(shown: string) {
  const ref = useRef<HTMLElement>(null);
  const isFocused = useRef(false);
  useLayoutEffect(() => {
    // A button that is gone has not told that it lost the focus.
    if (!isFocused.current || document.activeElement !== document.body) return;
    const buttons = ref.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [];
    [...buttons].at(-1)?.focus();
  }, [shown]);
  return {
    ref,
    onFocus: () => {
      isFocused.current = true;
    },
    onBlur: () => {
      isFocused.current = false;
    },
  };
}

/** A preview of something else than the form says now would mislead, also one that is still being made. */
function useForgottenPreview(runner: ToolRunner, asked: string, fids: readonly number[] | null): void {
  useEffect(() => () => runner.discard(), [runner, asked, fids]);
}

/** Why a tool cannot run here, and why not in place of the features. */
function useRefusal(session: MapSession, layerId: string): { ofMap: string | null; ofLayer: string | null } {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const outage = useOutageText(session);
  const editor = useMapState(session, (state) => state.editors[layerId]);
  const isOthers = editor && editor.userId !== session.myId;
  return {
    ofMap: mayUpdate ? outage : t('function.mayNot'),
    ofLayer: isOthers ? t('map.editedBy', { name: editor.username }) : null,
  };
}

/** What was chosen, where that can be. */
function outputOf(chosen: OutputKind | undefined, canReplaceThem: boolean, mayWrite: boolean): OutputKind {
  if (chosen === 'replace' && canReplaceThem) return 'replace';
  return chosen === 'file' && mayWrite ? 'file' : 'layer';
}

function defaultsOf(tool: ToolDefinition): ToolParameters {
  return Object.fromEntries(tool.fields.map((field) => [field.name, field.default]));
}

/** What keeps the tool from running, in the words of the specification (GEO-052 to GEO-065). */
function problemOf(
  t: Text,
  tool: ToolDefinition,
  { counts, columns, failure }: Taken,
  parameters: ToolParameters,
): string | null {
  if (failure !== null && needsFeatures(tool, parameters)) return failure;
  const problem = checkInputs(tool, counts, parameters);
  if (problem) return errorText(new GromaError(problem.code, problem.details));
  for (const field of tool.fields) {
    if (field.type !== 'expression') continue;
    const wrong = expressionProblem(tool, String(parameters[field.name] ?? ''), columns[field.of] ?? []);
    if (wrong !== null) return wrong;
  }
  const checked = parameterSchema(tool).safeParse(parameters);
  if (checked.success) return null;
  const name = checked.error.issues[0]?.path[0];
  const wrong = tool.fields.find((field) => field.name === name);
  return wrong ? t('function.checkField', { name: fieldLabel(wrong, t) }) : '';
}

/** Whether Escape closes a list of choices. */
function isAtList(target: EventTarget): boolean {
  return target instanceof Element && target.getAttribute('aria-expanded') === 'true';
}
