import { type Phrase, say } from '../../texts/phrase.ts';
import type { JobFacts } from '../alert.ts';
import type { MessageBody } from './message-body.ts';
import type { Wording } from './wording.ts';

/** A job fails, with its fault and the time of the next attempt; or it works again. Texts of faults are always English. */
export function jobBody(facts: JobFacts, wording: Wording): MessageBody {
  const { texts, formats } = wording;
  const { labels } = texts.jobs;
  const zone = wording.zoneOf(facts.region);
  const job = { job: facts.job, region: wording.region(facts.region), failures: facts.failures };
  const dueAt = wording.moment(facts.dueAt, zone);
  const line = (label: string, value: Phrase): Phrase => say`${[label, texts.between.label]}${value}`;
  const { fault } = facts;
  const lines = [
    ...(facts.date === null ? [] : [line(labels.date, say`${formats.date(facts.date)}`)]),
    ...(fault === undefined ? [] : [line(labels.fault, say`${`${fault.code}: ${fault.title}`}`)]),
    ...(fault?.where === undefined ? [] : [line(labels.where, say`${fault.where}`)]),
    ...(fault?.found === undefined ? [] : [line(labels.found, say`${fault.found}`)]),
    ...(fault?.expected === undefined ? [] : [line(labels.expected, say`${fault.expected}`)]),
    ...(fault === undefined ? [] : [line(labels.remedy, say`${fault.remedy}`)]),
    ...(facts.retryAt === undefined ? [] : [line(labels.retryAt, wording.moment(facts.retryAt, zone))]),
  ];
  return {
    subject: fault === undefined ? texts.jobs.wellSubject(job) : texts.jobs.failedSubject(job, fault.code),
    blocks: [
      {
        kind: 'list',
        items: [
          {
            title: fault === undefined ? texts.jobs.well(job, dueAt) : texts.jobs.failed(job, dueAt),
            lines,
          },
        ],
      },
    ],
  };
}
