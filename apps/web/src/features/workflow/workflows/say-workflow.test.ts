// @vitest-environment happy-dom
import { checkWorkflow, GromaError, newWorkflowGraph, submittingTracker, workflowTracker } from '@groma/model';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { setPreference } from '../../../platform/preference.ts';
import { bringTexts, presentLocale, startTexts } from '../../../platform/text.ts';
import { nameOfNew, sayFailure, sayMessage, sayText } from './say-workflow.ts';

async function speak(locale: string): Promise<void> {
  setPreference({ locale });
  await vi.waitFor(() => expect(presentLocale()).toBe(locale), 10_000);
}

beforeAll(async () => {
  await bringTexts();
  await startTexts();
});
afterEach(() => speak('en'));

const graph = () => {
  const made = newWorkflowGraph(() => crypto.randomUUID(), { label: nameOfNew });
  const nodes = made.nodes.map((node) =>
    node.type === 'input' ? { ...node, data: { ...node.data, includePath: '/data/a.tif, /data/b.gpkg' } } : node,
  );
  return { ...made, nodes, edges: [] };
};

test('[WFL-190] issues and names of new nodes are in the language of the person, what is on the wire stays English', async () => {
  await speak('de');
  const issues = checkWorkflow(graph());
  expect(issues.map(({ message }) => message)).toContain('Node "Formatkonvertierung" is not connected');
  expect(issues.map(sayText)).toEqual([
    'Nötig sind Verbindungen von der Eingabe zur Konvertierung und von der Konvertierung zur Ausgabe',
    'Pfade einschließen: Pfad 2: Falsche Dateiendung für GeoTIFF. Erwartet: .tif, .tiff',
    'Der Knoten „Formatkonvertierung“ ist nicht verbunden',
    'Der Knoten „Ausgabedaten“ ist nicht verbunden',
  ]);
  await speak('ja');
  expect(sayText(issues[1]!)).toBe(
    '含めるパス: パス 2: GeoTIFF の拡張子として正しくありません。使えるもの: .tif, .tiff',
  );
});

test('[WFL-190] what trackers, histories and servers say in English is said in the language of the person', async () => {
  await speak('fr');
  const running = workflowTracker({ phase: 'Running', message: null, nodes: { a: { phase: 'Succeeded' } } });
  expect([submittingTracker.subtitle, running.subtitle, 'The operation was canceled.'].map(sayMessage)).toEqual([
    'Envoi du workflow…',
    'En cours… (1/1 étapes)',
    'L’opération a été annulée.',
  ]);
  expect(sayMessage('Invalid input paths: All paths must start with "/data/". Found invalid paths: b.tif')).toBe(
    'Chemins d’entrée non valides : tous les chemins doivent commencer par « /data/ ». Chemins non valides : b.tif',
  );
  expect(sayMessage(new GromaError('USERNAME_TAKEN', { username: 'ann' }).message)).not.toContain('is taken');
  expect(sayMessage('GDAL: tile 3 is broken')).toBe('GDAL: tile 3 is broken');
  const notReady = new GromaError('WORKFLOW_NOT_READY', {
    detail: 'Output format is required; Path 1: The path is empty',
  });
  expect(sayFailure(notReady)).toContain('Le format de sortie est requis; Chemin 1 : Le chemin est vide');
});
