import type { CommandModule } from '../command-module.ts';
import * as adopt from './adopt.ts';
import * as alerts from './alerts.ts';
import * as close from './close.ts';
import { completionOf } from './completion.ts';
import * as demo from './demo.ts';
import * as doctor from './doctor.ts';
import * as findings from './findings.ts';
import * as help from './help.ts';
import * as ingest from './ingest.ts';
import * as init from './init.ts';
import * as job from './job.ts';
import * as migrate from './migrate.ts';
import * as order from './order.ts';
import * as purge from './purge.ts';
import * as reconcile from './reconcile.ts';
import * as renormalise from './renormalise.ts';
import * as report from './report.ts';
import * as schedule from './schedule.ts';
import * as source from './source.ts';
import * as total from './total.ts';
import * as verify from './verify.ts';

/** Every command, in the order in which help, man page and completion list them. */
export const COMMANDS: readonly CommandModule[] = [
  reconcile,
  ingest,
  report,
  total,
  order,
  findings,
  verify,
  adopt,
  renormalise,
  close,
  purge,
  demo,
  init,
  doctor,
  source,
  job,
  alerts,
  schedule,
  migrate,
  help,
  completionOf(() => COMMANDS),
];
