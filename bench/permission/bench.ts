import { createMongoAbility, type MongoAbility } from '@casl/ability';
import {
  canInProject,
  projectActions,
  projectRoles,
  projectSubjects,
  type ProjectAction,
  type ProjectRole,
  type ProjectSubject,
} from '@groma/model';
import type { Benchmark, Measurement } from '../benchmark.ts';

const rounds = 2_000;
const questions = projectRoles.flatMap((role) =>
  projectActions.flatMap((action) => projectSubjects.map((subject) => ({ role, action, subject }))),
);
const abilities = new Map<ProjectRole, MongoAbility>();

/**
 * Asks every question of the project table many times over; the value is the number of answers a second, in millions.
 */
function measure(
  ask: (role: ProjectRole, action: ProjectAction, subject: ProjectSubject) => boolean,
): Promise<Measurement> {
  let allowed = 0;
  const begin = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    for (const { role, action, subject } of questions) if (ask(role, action, subject)) allowed += 1;
  }
  const seconds = (performance.now() - begin) / 1_000;
  return Promise.resolve({
    value: (rounds * questions.length) / seconds / 1e6,
    output: `${allowed} of ${rounds * questions.length} allowed`,
  });
}

const benchmark: Benchmark = {
  name: 'permission',
  description: 'whether a role may do an action to a kind of thing',
  peerName: 'CASL',
  unit: 'million/s',
  better: 'higher',
  pairs: 9,

  setup() {
    for (const role of projectRoles) {
      const rules = questions.filter(
        (question) => question.role === role && canInProject(role, question.action, question.subject),
      );
      // As people write it for CASL: one rule for an action, with all its subjects.
      const byAction = Map.groupBy(rules, ({ action }) => action);
      abilities.set(
        role,
        createMongoAbility(
          [...byAction].map(([action, its]) => ({ action, subject: its.map(({ subject }) => subject) })),
        ),
      );
    }
    return Promise.resolve();
  },
  ours: () => measure(canInProject),
  peer: () => measure((role, action, subject) => abilities.get(role)!.can(action, subject)),
  teardown: () => Promise.resolve(),
};

export default benchmark;
