/**
 * The evidence of scenarios.test.ts, and of the first worlds that four long tests try. A story compares nothing that its
 * test does not compare.
 */
import fc from 'fast-check';
import { flowStory } from '../../reconcile/flow-worlds.ts';
import { history } from '../../reconcile/histories.ts';
import { judgedFiles } from '../../reconcile/judged-files.ts';
import { readScenarios } from '../../reconcile/scenario.ts';
import { statedSteps } from '../../reconcile/statement-worlds.ts';
import { ofScenario } from './scenario-story.ts';
import type { Story } from './story.ts';
import { ofFlows, ofHistory, ofNewOrders, ofStatements } from './world-stories.ts';

/** How many worlds of statements and of each other kind: what TEST_RUNS=5 tries in these tests. */
const STATED_WORLDS = 15;
const PLAIN_WORLDS = 5;

export function allStories(): Story[] {
  return [
    ...readScenarios().map(ofScenario),
    ...worlds(statedSteps, STATED_WORLDS).map(ofStatements),
    ...worlds(history, PLAIN_WORLDS).map(ofHistory),
    ...worlds(flowStory, PLAIN_WORLDS).map(ofFlows),
    ...worlds(judgedFiles, PLAIN_WORLDS).map(ofNewOrders),
  ];
}

/** The first worlds of a property's test: those that it tries by the seed of setup.ts. */
function worlds<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  const property = fc.property<[T]>(arbitrary, () => true);
  return fc.sample(property, count).map(([one]) => one);
}
