import type { StoryMoney } from '../../books/order/story-values.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import { say } from '../../texts/phrase.ts';
import { Say } from '../parts/say.tsx';
import { moneyPhrase, type Words } from './story-words.ts';

/** An amount of a record, and how it was written if that differs. */
export function RecordedMoney({ visit, money }: { readonly visit: Words; readonly money: StoryMoney }) {
  const texts = ORDER_TEXTS[visit.language];
  const phrase = moneyPhrase(visit, money);
  if (phrase === undefined) return <span class="dim">{texts.noMoney}</span>;
  const isAsWritten = money.text === null || money.text === money.major || money.minor === null;
  return <Say phrase={isAsWritten ? phrase : say`${phrase} (${texts.sentAs(money.text!)})`} />;
}
