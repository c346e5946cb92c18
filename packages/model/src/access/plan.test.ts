import { expect, test } from 'vitest';
import { projectActions, tenantActions } from './permission.ts';
import { allowedProjects, needsPlan, planEnd, verifyPlan } from './plan.ts';

const plan = { is_active: true, features: {} };
const noon = new Date('2026-03-10T12:00:00Z');

test('[ACC-026] [ACC-040] a plan lasts to the end of its last day in UTC', () => {
  expect(verifyPlan(undefined, null, noon)).toBe('NO_PLAN');
  expect(verifyPlan(plan, null, noon)).toBe('NO_ERROR');
  expect(verifyPlan(plan, new Date('2026-03-10T00:00:00Z'), noon)).toBe('NO_ERROR');
  expect(verifyPlan(plan, new Date('2026-03-10T23:00:00Z'), new Date('2026-03-11T00:00:00Z'))).toBe('PLAN_EXPIRED');
  expect(verifyPlan(plan, new Date('2026-03-09T23:59:59Z'), noon)).toBe('PLAN_EXPIRED');
  expect(verifyPlan({ ...plan, is_active: false }, null, noon)).toBe('PLAN_EXPIRED');
});

test('[ACC-008] a plan without a number of projects allows 10', () => {
  expect(allowedProjects(plan)).toBe(10);
  expect(allowedProjects({ ...plan, features: { project_number: 3 } })).toBe(3);
});

test('[ACC-025] [ACC-026] the end of a plan is a moment: never without a last day, always over without a plan or an active one', () => {
  const day = new Date('2026-03-10T15:00:00Z');
  expect(new Date(planEnd(plan, day)).toISOString()).toBe('2026-03-11T00:00:00.000Z');
  expect([planEnd(plan, null), planEnd(undefined, null), planEnd({ ...plan, is_active: false }, null)]).toEqual([
    Infinity,
    -Infinity,
    -Infinity,
  ]);
});

test('[ACC-025] what changes nothing needs no plan', () => {
  expect(projectActions.filter((action) => !needsPlan(action))).toEqual(['read', 'download', 'read-on-open']);
  expect(tenantActions.filter((action) => !needsPlan(action))).toEqual(['read']);
});
