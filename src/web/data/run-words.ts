import { TEXTS } from '../../texts/languages.ts';
import { RUN_TEXTS } from '../../texts/page/run-texts.ts';
import type { RunPublication, RunStep } from '../page-runs.ts';
import type { Visit } from '../visit.ts';

/** A step of a run in the page's language, as plain text. */
export function stepWords(visit: Pick<Visit, 'language' | 'formats'>, step: RunStep): string {
  const texts = RUN_TEXTS[visit.language];
  switch (step.kind) {
    case 'judging':
      return texts.judging;
    case 'publishing':
      return texts.publishing(visit.formats.count(step.dates));
    case 'published': {
      const parts = step.parts.map((part) => publicationWords(visit, part));
      const { listed } = TEXTS[visit.language].between;
      return texts.published(visit.formats.shortDate(step.date), parts.join(listed));
    }
    case 'other':
      return step.text;
  }
}

function publicationWords(
  { language }: Pick<Visit, 'language'>,
  { region, version, state }: RunPublication,
): string {
  const texts = RUN_TEXTS[language];
  const number = version === null ? undefined : String(version);
  return texts.part(region, number, texts.versionStates[state] ?? state);
}
